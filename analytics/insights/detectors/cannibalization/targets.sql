-- continues: common.sql
-- uses: gsc_query_pages_current, is_brand
with
    -- Queries seen often enough, on more than one page. Grouping by numbers for queries and pages takes a
    -- third of the time, and what many rows share is worked out once per text.
    shared as (
        select cityHash64(query) as query_key
        from gsc_query_pages_current
        where day between {gsc_to:Date} - {days:UInt16} + 1 and {gsc_to:Date}
          and position >= 1 and impressions > 0
        group by query_key
        having sum(impressions) >= {min_impressions:UInt64} and min(cityHash64(page)) != max(cityHash64(page))
    ),
    -- One row per query, day and page, including its variants.
    page_days as (
        select
            cityHash64(query) as query_key,
            day as seen_on,
            cityHash64(twin_of(toLowCardinality(page))) as twin_key,
            any(query) as words,
            argMax(cityHash64(page), impressions) as page_key,
            sum(impressions) as day_impressions,
            sum(position * impressions) as day_places
        from gsc_query_pages_current
        where day between {gsc_to:Date} - {days:UInt16} + 1 and {gsc_to:Date}
          and position >= 1 and impressions > 0
          and cityHash64(query) in (select query_key from shared)
          and page not in (select gone_page from gone)
        group by query_key, seen_on, twin_key
    ),
    leaders as (
        select
            query_key,
            seen_on,
            any(words) as words_of_day,
            argMax(twin_key, (day_impressions, -day_places)) as leader,
            groupArray(page_key) as pages_of_day,
            max(day_impressions) as impressions_of_leader,
            sum(day_impressions) as impressions_of_day,
            impressions_of_day >= {active_impressions:UInt64} and leads_clearly(impressions_of_leader, impressions_of_day) as is_active
        from page_days
        group by query_key, seen_on
    ),
    turns as (
        select
            any(words_of_day) as q,
            groupUniqArrayArray(pages_of_day) as pages_of_query,
            countIf(is_active) as active_days,
            sumIf(impressions_of_day, is_active) as impressions_in_turn,
            arrayMap(one -> one.2, arraySort(groupArrayIf((seen_on, leader), is_active))) as in_turn,
            arrayCount((now, then) -> now != then, arrayPopFront(in_turn), arrayPopBack(in_turn)) as flip_count
        from leaders
        group by query_key
        having active_days >= {min_active_days:UInt64} and flip_count >= {min_flips:Float64} * (active_days - 1)
    )
-- One row: a query whose leading page changes often enough to be looked at closely.
select q as targets, pages_of_query as target_page_keys
from turns
where not is_brand(q)
order by impressions_in_turn desc, targets
limit {max_insights:UInt64}
