-- continues: common.sql
-- uses: ctr_at, ga4_pages_current, gsc_page_countries_current, gsc_pages_current, gsc_queries_current
-- uses: gsc_query_pages_current, pages_current, percent_of, reads, words_of
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
                groupArrayIf((seen_on, day_impressions, -day_places, twin), impressions_of_day >= {active_impressions:UInt64}) as active_on
            from (
                select
                    *,
                    sum(day_impressions) over (partition by q, locale, seen_on) as impressions_of_day,
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
        select page as page_of_twin, any(coalesce(title, '')) as title_text, any(language) as language_code, max(coalesce(unique_inlinks, inlinks, 0)) as links_to_page
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
                (page_of_twin, title_text, share_of_page, share_of_query, conversions_of_page, page_clicks, page_place)
            )))) as in_order
        from (
            select *, sum(share_of_query) over (partition by q) as share_total
            from described
        )
        group by q
    ),
    found as (
        select
            judged.q as q,
            page_count,
            effective_pages,
            best_place,
            most_of_a_page,
            in_order,
            pages_about_it,
            active_days,
            flip_count,
            flip_count / (active_days - 1) as flips,
            part_of_whole * query_clicks as seen_clicks,
            part_of_whole * query_impressions as seen_impressions,
            greatest(0, (toFloat64(impressions_of_pages) - seen_impressions) / seen_impressions) as together,
            (select uniqExact(day) from reads where report = 'gsc_queries' and day between {gsc_to:Date} - {days:UInt16} + 1 and {gsc_to:Date}) as days_read,
            {month_days:Float64} / days_read as to_month,
            if(best_place <= 5, 1, 2) as places_won,
            greatest(1, best_place - places_won) as target,
            -- What is clicked more or less often than others at its place stays so when it moves.
            query_due / query_impressions as usual_rate,
            (seen_clicks + {prior:Float64} * usual_rate) / (seen_impressions + {prior:Float64}) as own_rate,
            sqrt({dispersion:Float64} * own_rate * (1 - own_rate) / (seen_impressions + {prior:Float64})) as rate_deviation,
            seen_impressions * to_month as impressions_of_month,
            impressions_of_month * own_rate * greatest(0, ctr_at(target) / usual_rate - 1) as gain,
            -- How far one page gets is less certain than how often it is clicked.
            impressions_of_month * greatest(0, own_rate - 1.2816 * rate_deviation)
                * greatest(0, ctr_at(greatest(1, best_place - {places_low:Float64} * places_won)) / usual_rate - 1) as gain_low,
            impressions_of_month * (own_rate + 1.2816 * rate_deviation)
                * greatest(0, ctr_at(greatest(1, best_place - {places_high:Float64} * places_won)) / usual_rate - 1) as gain_high
        from judged
        inner join whole on whole.q = judged.q
        where effective_pages >= {min_pages:Float64}
          and active_days >= {min_active_days:UInt64}
          and flip_count >= {min_flips:Float64} * (active_days - 1)
          and seen_impressions >= {min_impressions:Float64}
          and best_place between {min_position:Float64} and {max_position:Float64}
          and together <= {max_together:Float64}
          and most_of_a_page >= {min_share_of_page:Float64}
          and languages < 2
          and not (countries > 1 and for_all_countries = 0)
          and gain > 0
    )
-- One row: a query with the pages that take turns for it, the one to keep first.
select
    'turns' as text,
    'query' as entity_type,
    q as query,
    tupleElement(in_order[1], 1) as value_page,
    'clicks' as value_unit,
    gain_low as value_low,
    gain as value_mid,
    gain_high as value_high,
    3 as effort_class,
    -- That they change places more often than chance would have it.
    active_days - flip_count as posterior_alpha,
    flip_count + 1 as posterior_beta,
    1 - {usual_flips:Float64} as posterior_threshold,
    {fix:Float64} as probability_fix,
    page_count as pages,
    round(effective_pages, 2) as effective_page_count,
    percent_of(flips, 0) as flip_percent,
    flip_percent as days_another_page_leads_percent,
    active_days as days_active,
    concat(
        formatDateTime({gsc_to:Date} - {days:UInt16} + 1, '%e %M %Y'), ' to ', formatDateTime({gsc_to:Date}, '%e %M %Y'),
        if(days_read < {days:UInt16}, concat('; ', toString({days:UInt16} - days_read), ' of ', toString({days:UInt16}), ' days are missing'), '')) as "window",
    round(together, 2) as seen_together,
    round(best_place, 1) as best_position,
    round(target, 1) as target_position,
    round(impressions_of_month) as impressions_month,
    round(seen_clicks * to_month) as clicks_month,
    round(gain) as more_clicks,
    tupleElement(in_order[1], 1) as keep,
    tupleElement(in_order[1], 2) as keep_title,
    multiIf(
        pages_about_it = 1, 'it alone has these words in its address or title',
        tupleElement(in_order[1], 5) > 0, 'its visitors convert most',
        'it gets most of the clicks') as keep_reason,
    arrayMap(
        one -> map(
            'url', tupleElement(one, 1),
            'title', tupleElement(one, 2),
            'share', toString(percent_of(tupleElement(one, 4), 0)),
            -- A page that lives on this query goes; one that has others stays and leaves it alone.
            'goes', if(tupleElement(one, 3) >= {goes_share:Float64}, 'yes', '')),
        arraySlice(in_order, 2, {shown_pages:UInt64})) as others
from found
order by gain desc, query
limit {max_insights:UInt64}
