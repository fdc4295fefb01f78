    -- Queries that are seen often enough, on more than one page.
    shared as (
        select query as q
        from gsc_query_pages
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
          and day between {gsc_to:Date} - {days:UInt16} + 1 and {gsc_to:Date}
          and sync_id in {gsc_query_pages_sync_ids:Array(UInt64)}
          and position >= 1 and impressions > 0
        group by q
        having sum(impressions) >= {min_impressions:UInt64} and uniq(page) > 1 and not is_brand(q)
    ),
    -- One row a query, a day and a page with its twins.
    page_days as (
        select
            query as q,
            day as seen_on,
            twin_of(page) as twin,
            argMax(page, impressions) as shown_page,
            locale_of(shown_page) as locale,
            sum(least(clicks, impressions)) as day_clicks,
            sum(impressions) as day_impressions,
            sum(position * impressions) as day_places
        from gsc_query_pages
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
          and day between {gsc_to:Date} - {days:UInt16} + 1 and {gsc_to:Date}
          and sync_id in {gsc_query_pages_sync_ids:Array(UInt64)}
          and position >= 1 and impressions > 0
          and query in (select q from shared)
          and page not in (select gone_page from gone)
        group by q, seen_on, twin
    ),
    leaders as (
        select
            q,
            seen_on,
            argMax(twin, (day_impressions, -day_places)) as leader,
            sum(day_impressions) as impressions_of_day
        from page_days
        group by q, seen_on
        having impressions_of_day >= {active_impressions:UInt64}
    ),
    turns as (
        select
            q,
            count() as active_days,
            sum(impressions_of_day) as impressions_in_turn,
            arrayMap(one -> one.2, arraySort(groupArray((seen_on, leader)))) as in_turn,
            arrayCount((now, then) -> now != then, arrayPopFront(in_turn), arrayPopBack(in_turn)) as flip_count
        from leaders
        group by q
        having active_days >= {min_active_days:UInt64} and flip_count >= {min_flips:Float64} * (active_days - 1)
    )
-- One row: a query whose leading page changes often enough to be looked at closely.
select q as targets, toInt64(active_days) as target_days, toInt64(flip_count) as target_flips
from turns
order by impressions_in_turn desc, targets
limit {max_insights:UInt64}
