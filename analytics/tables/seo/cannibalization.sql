-- One row: a query for which several pages of a site are shown, each for a tenth of it at least, with the
-- days on which another leads; queries that name the brand apart, and unless asked for, those without harm.
-- uses: ga4_pages_current, gsc_query_pages_current, is_brand_of, page_searches, searches, words_of
with
    -- Queries that are seen often enough, on more than one page. They are found by numbers alone: texts take
    -- longer to read than all else.
    shared as (
        select cityHash64(site_id, query_key) as key
        from page_searches
        where ({q:String} = '' or positionCaseInsensitiveUTF8(query, {q:String}) > 0)
        group by key
        having sum(impressions) >= {min_impressions:UInt64} and min(page_key) != max(page_key)
    ),
    competing as materialized (
        select
            *,
            -- With enough clicks they tell the shares, else impressions do.
            if(sum(page_clicks) over (partition by key) >= {min_clicks:UInt64},
                page_clicks / sum(page_clicks) over (partition by key),
                page_shown / sum(page_shown) over (partition by key)) as share_of_query
        from (
            select
                any(cityHash64(site_id, query_key)) as key,
                any(site_id) as site,
                any(query_key) as of_query_key,
                any(page_key) as of_page_key,
                any(query) as words,
                any(page) as address,
                sum(clicks) as page_clicks,
                sum(impressions) as page_shown,
                ifNotFinite(sum(places) / sum(placed), null) as place
            from page_searches
            where cityHash64(site_id, query_key) in (select key from shared)
            group by cityHash64(site_id, query_key, page_key) -- one number is grouped by in a third of the time
        )
        qualify share_of_query >= {min_share:Float64}
    ),
    -- What Google counts once, however many pages of the site stood on one result page.
    whole as (
        select cityHash64(site_id, query_key) as key, sum(clicks) as query_clicks, sum(impressions) as query_shown
        from searches
        where key in (select key from competing)
        group by key
    ),
    sold as (
        select site_id as site, cityHash64(page) as of_page_key, sum(conversions) as page_conversions
        from ga4_pages_current
        where day between {from:Date} and {to:Date}
          and cityHash64(page) in (select of_page_key from competing)
          and isFinite(conversions)
        group by site, of_page_key
    ),
    of_query as (
        select
            key,
            any(competing.site) as site,
            any(competing.words) as words,
            -- The page to keep first: one whose address has the words, as in the opportunity, then most
            -- conversions, then clicks, then impressions.
            arrayMap(one -> one.2, arrayReverseSort(groupArray(((hasAll(words_of(decodeURLComponent(path(address))), words_of(competing.words)), page_conversions, page_clicks, page_shown), address))))[1] as keeps,
            arrayReverseSort(one -> one.2, groupArray(cast(
                (address, 100 * share_of_query, toInt64(page_clicks), toInt64(page_shown), place),
                'Tuple(page String, share Float64, clicks Int64, impressions Int64, position Float64)'))) as pages_of_query,
            min(place) as best_place,
            pow(sum(share_of_query), 2) / sum(pow(share_of_query, 2)) as effective_pages,
            uniqExact(cutQueryString(address)) as addresses_without_parameters,
            sum(page_clicks) as clicks_of_pages,
            sum(page_shown) as shown_of_pages
        from competing
        left join sold using (site, of_page_key)
        group by key
        having count() > 1 and not is_brand_of(site, words)
    ),
    counted as (
        select
            *,
            greatest(clicks_of_pages, query_clicks) as clicks_in_all,
            if(query_shown > 0, query_shown, shown_of_pages) as shown_in_all
        from of_query
        left join whole using (key)
    ),
    -- How often another page leads than on the day before.
    turns as (
        select
            key,
            arrayMap(one -> one.2, arraySort(groupArray((seen_on, leader)))) as in_turn,
            count() as active_days,
            arrayCount((now, then) -> now != then, arrayPopFront(in_turn), arrayPopBack(in_turn)) / greatest(1, active_days - 1) as flip_share
        from (
            select
                cityHash64(site_id, query_key) as key,
                day as seen_on,
                argMax(page_key, (impressions, -position, page_key)) as leader,
                sum(impressions) as shown_on_day
            from gsc_query_pages_current
            where day between {from:Date} and {to:Date}
              and (query_key, page_key) in (select of_query_key, of_page_key from competing)
            group by key, seen_on
            -- On days with a few impressions the order of two pages is noise; see the opportunity.
            having shown_on_day >= {active_impressions:UInt64}
               and 2 * max(impressions) - shown_on_day >= {lead_deviations:Float64} * sqrt(shown_on_day)
        )
        group by key
    ),
    judged as (
        select
            *,
            multiIf(
                addresses_without_parameters = 1, 'twins',
                query_shown > 0 and shown_of_pages > (1 + {max_together:Float64}) * query_shown, 'together',
                active_days >= {min_active_days:UInt64} and flip_share >= {min_flips:Float64} and effective_pages >= {min_pages:Float64}
                    and best_place >= {min_position:Float64} and best_place <= {max_position:Float64}, 'turns',
                'shared') as sort_of,
            -- What an open opportunity says of the query: it also knows which page is a category.
            arrayFirstIndex((of, told) -> of = site and told = words,
                {verdict_sites:Array(UUID)}, {verdict_queries:Array(String)}) as verdict
        from counted
        left join turns using (key)
    )
select
    site as site_id,
    words as query,
    pages_of_query as competing_pages,
    arrayMap(one -> concat(one.page, ' (', toString(round(one.share)), '%)'), pages_of_query) as competing_texts,
    best_place as best_position,
    toInt64(shown_in_all) as total_impressions,
    toInt64(clicks_in_all) as total_clicks,
    if(active_days > 1, 100 * flip_share, null) as flips,
    coalesce(nullIf(if(verdict > 0, {verdict_keeps:Array(String)}[verdict], ''), ''), keeps) as keep_page,
    sort_of as kind,
    if(verdict > 0, {verdict_ids:Array(String)}[verdict], null) as insight_id,
    if(verdict > 0, {verdict_titles:Array(String)}[verdict], null) as insight_title,
    multiIf(
        verdict > 0, {verdict_steps:Array(String)}[verdict],
        sort_of = 'twins', concat('Set ', pathFull(keeps), ' as the canonical of its variants.'),
        sort_of = 'together', 'No action: both pages rank together.',
        sort_of = 'turns', concat('Focus this query on ', path(keeps), '. Link to it from the other pages, and redirect those that rank for nothing else.'),
        'No action: one page leads day after day.') as recommended_action,
    count() over () as total,
    0 as unsorted
from judged
where {all:Bool} or sort_of in ('twins', 'turns') or verdict > 0
order by
    {ascending:Identifier} asc nulls last,
    {descending:Identifier} desc nulls last,
    total_impressions desc,
    query,
    site_id
limit {limit:UInt32} offset {offset:UInt32}
settings enable_materialized_cte = 1
