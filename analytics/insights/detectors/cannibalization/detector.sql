-- continues: common.sql
-- uses: ctr_at, ga4_pages_current, gsc_page_countries_current, gsc_pages_current, gsc_queries_current
-- uses: gsc_query_pages_current, pages_current, reads, words_of
with
    -- One row per query, day and page, including its variants.
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
        from gsc_query_pages_current
        where day between {gsc_to:Date} - {days:UInt16} + 1 and {gsc_to:Date}
          and position >= 1 and impressions > 0
          and query in {targets:Array(String)}
          and page not in (select gone_page from gone)
        group by q, seen_on, twin
    ),
    -- One row: a query and a page of the language with most impressions, with its active days and the
    -- language's share of the query.
    competing as (
        select
            *,
            locale_impressions / sum(led_impressions) over (partition by q) as part_of_query
        from (
            select
                q,
                twin,
                locale,
                argMax(shown_page, day_impressions) as page_of_twin,
                sum(day_clicks) as page_clicks,
                sum(day_impressions) as page_impressions,
                sum(day_places) / page_impressions as page_place,
                sumIf(day_impressions, seen_on >= {gsc_from:Date}) as recent_impressions,
                sumIf(day_impressions, leads) as led_impressions,
                sum(led_impressions) over (partition by q, locale) as locale_impressions,
                groupArrayIf((seen_on, day_impressions, -day_places, twin), impressions_of_day >= {active_impressions:UInt64} and leads_clearly(impressions_of_leader, impressions_of_day)) as active_on
            from (
                select
                    *,
                    sum(day_impressions) over (partition by q, locale, seen_on) as impressions_of_day,
                    max(day_impressions) over (partition by q, locale, seen_on) as impressions_of_leader,
                    row_number() over (partition by q, locale, seen_on order by day_impressions desc, day_places, twin desc) = 1 as leads
                from page_days
            )
            group by q, twin, locale
        )
        qualify locale = argMax(locale, (locale_impressions, locale)) over (partition by q)
    ),
    -- Those with a tenth of the query, in clicks where there are enough, that are still seen.
    keeping as (
        select
            *,
            sum(page_clicks) over (partition by q) as clicks_of_all,
            sum(page_impressions) over (partition by q) as impressions_of_all,
            sum(recent_impressions) over (partition by q) as recent_of_all,
            if(clicks_of_all >= {min_clicks_for_share:UInt64}, page_clicks / clicks_of_all, page_impressions / impressions_of_all) as share_of_query
        from competing
        qualify share_of_query >= {min_share:Float64} and recent_impressions >= {min_recent:Float64} * recent_of_all
    ),
    -- The whole query: what one page for it would have.
    whole as (
        select query as q, sum(least(clicks, impressions)) as query_clicks, sum(impressions) as query_impressions, sum(impressions * ctr_at(position)) as query_due
        from gsc_queries_current
        where day between {gsc_to:Date} - {days:UInt16} + 1 and {gsc_to:Date}
          and query in {targets:Array(String)}
          and position >= 1 and impressions > 0
        group by q
    ),
    -- What each page lives on: all of its clicks, what its visitors buy, who links to it, whom it speaks to.
    page_totals as (
        select page as page_of_twin, sum(clicks) as clicks_of_page
        from gsc_pages_current
        where day between {gsc_to:Date} - {days:UInt16} + 1 and {gsc_to:Date}
          and cityHash64(page) in arrayFlatten({target_page_keys:Array(Array(UInt64))})
        group by page_of_twin
    ),
    page_conversions as (
        select page as page_of_twin, sum(conversions) as conversions_of_page
        from ga4_pages_current
        where day between {ga4_from:Date} and {ga4_to:Date}
          and cityHash64(page) in arrayFlatten({target_page_keys:Array(Array(UInt64))})
        group by page_of_twin
    ),
    page_texts as (
        select page as page_of_twin, any(coalesce(title, '')) as title_text, any(concat(coalesce(h1, ''), ' ', coalesce(second_h1, ''))) as heading_text, any(language) as language_code, max(coalesce(unique_inlinks, inlinks, 0)) as links_to_page
        from pages_current
        where cityHash64(page) in arrayFlatten({target_page_keys:Array(Array(UInt64))})
        group by page_of_twin
    ),
    page_countries as (
        select page_of_twin, if(max(country_impressions) >= {country_share:Float64} * sum(country_impressions), argMax(country_code, country_impressions), '') as country_of_page
        from (
            select page as page_of_twin, country as country_code, sum(impressions) as country_impressions
            from gsc_page_countries_current
            where day between {gsc_from:Date} and {gsc_to:Date}
              and cityHash64(page) in arrayFlatten({target_page_keys:Array(Array(UInt64))})
            group by page_of_twin, country_code
        )
        group by page_of_twin
    ),
    described as (
        select
            q,
            page_of_twin,
            page_clicks,
            page_impressions,
            page_place,
            share_of_query,
            part_of_query,
            active_on,
            clicks_of_page,
            conversions_of_page,
            title_text,
            heading_text,
            language_code,
            links_to_page,
            country_of_page,
            if(clicks_of_page > 0, least(1, page_clicks / clicks_of_page), 0) as share_of_page,
            hasAll(arrayConcat(words_of(decodeURLComponent(path(page_of_twin))), words_of(title_text)), words_of(q)) as is_about_it
        from keeping
        left join page_totals using (page_of_twin)
        left join page_conversions using (page_of_twin)
        left join page_texts using (page_of_twin)
        left join page_countries using (page_of_twin)
    ),
    judged as (
        select
            q,
            count() as page_count,
            1 / sum(pow(share_of_query / share_total, 2)) as effective_pages,
            min(page_place) as best_place,
            max(share_of_page) as most_of_a_page,
            sum(page_impressions) as impressions_of_pages,
            any(part_of_query) as part_of_whole,
            -- The page that leads on a day is the last of it.
            arraySort(groupArrayArray(active_on)) as on_days,
            arrayFilter((one, next) -> one.1 != next.1, on_days, arrayPushBack(arrayPopFront(on_days), (toDate(0), 0, 0, ''))) as leading,
            length(leading) as active_days,
            arrayCount((now, then) -> now.4 != then.4, arrayPopFront(leading), arrayPopBack(leading)) as flip_count,
            uniqIf(language_code, language_code != '') as languages,
            uniqIf(country_of_page, country_of_page != '') as countries,
            countIf(country_of_page = '') as for_all_countries,
            -- The page to keep: an exact match of the query first, then by conversions, clicks and links.
            countIf(is_about_it) as pages_about_it,
            arrayMap(one -> one.2, arrayReverseSort(groupArray((
                (is_about_it, conversions_of_page, page_clicks, links_to_page, page_impressions),
                (page_of_twin, title_text, share_of_page, share_of_query, conversions_of_page, page_clicks, page_place, heading_text)
            )))) as in_order
        from (
            select *, sum(share_of_query) over (partition by q) as share_total
            from described
        )
        group by q
    )
-- One row: a query with the pages that take turns for it, the one to keep first. judge.go decides whether
-- they harm each other, and what one page would gain.
select
    'query' as entity_type,
    'clicks' as value_unit,
    judged.q as query,
    toFloat64(query_clicks) as clicks_of_query,
    toFloat64(query_impressions) as impressions_of_query,
    query_due as expected_of_query,
    part_of_whole as share_of_language,
    toFloat64(impressions_of_pages) as impressions_of_pages,
    page_count as pages,
    effective_pages,
    best_place,
    most_of_a_page as largest_share_of_page,
    active_days as days_active,
    flip_count as flips,
    languages,
    countries,
    for_all_countries as pages_for_all_countries,
    pages_about_it,
    in_order.1 as page_urls,
    in_order.2 as page_titles,
    in_order.3 as shares_of_pages,
    in_order.4 as shares_of_query,
    in_order.8 as page_headings,
    arrayMap(one -> toFloat64(one), in_order.6) as clicks_of_pages,
    arrayMap(one -> toFloat64(one), in_order.7) as places_of_pages,
    toFloat64(in_order[1].5) as conversions_of_first,
    (
        select uniqExact(day)
        from reads
        where report = 'gsc_queries' and day between {gsc_to:Date} - {days:UInt16} + 1 and {gsc_to:Date}
    ) as days_read
from judged
inner join whole on whole.q = judged.q
order by query
