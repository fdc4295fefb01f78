-- One row: a query for which several pages of a site are shown, each for a tenth of it at least; queries that name the brand apart.
    -- Queries that are seen often enough, on more than one page.
    shared as materialized (
        select any(site_id) as site, any(query) as words
        from gsc_query_pages
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
          and day between {from:Date} and {to:Date}
          and sync_id in (select sync from window_reads where of_report = 'gsc_query_pages')
          and ({q:String} = '' or positionCaseInsensitiveUTF8(query, {q:String}) > 0)
        group by cityHash64(site_id, query) -- one number is grouped by in a third of the time
        having sum(impressions) >= {min_impressions:UInt64} and uniq(page) > 1 and not is_brand(words)
    ),
    page_days as materialized (
        select any(site_id) as site, any(query) as words, any(page) as address, any(day) as seen_on, sum(clicks) as clicked, sum(impressions) as shown, sum(position * impressions) as places
        from gsc_query_pages
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
          and day between {from:Date} and {to:Date}
          and sync_id in (select sync from window_reads where of_report = 'gsc_query_pages')
          and cityHash64(site_id, query) in (select cityHash64(site, words) from shared)
        group by cityHash64(site_id, query, page, day)
    ),
    competing as (
        select
            *,
            -- With enough clicks they tell the shares, else impressions do.
            if(sum(page_clicks) over (partition by site, words) >= {min_clicks:UInt64},
                page_clicks / sum(page_clicks) over (partition by site, words),
                page_shown / sum(page_shown) over (partition by site, words)) as share_of_query
        from (
            select site, words, address, sum(clicked) as page_clicks, sum(shown) as page_shown, sum(places) / page_shown as place
            from page_days
            group by site, words, address
        )
        qualify share_of_query >= {min_share:Float64}
    ),
    -- How often another page leads than on the day before.
    turns as (
        select
            site,
            words,
            arrayMap(one -> one.2, arraySort(groupArray((seen_on, leader)))) as in_turn,
            count() as active_days,
            arrayCount((now, then) -> now != then, arrayPopFront(in_turn), arrayPopBack(in_turn)) / greatest(1, active_days - 1) as flip_share
        from (
            select site, words, seen_on, argMax(address, (shown, -places, address)) as leader
            from page_days
            where (site, words, address) in (select site, words, address from competing)
            group by site, words, seen_on
            having sum(shown) >= {active_impressions:UInt64}
        )
        group by site, words
    ),
    -- What Google counts once, however many pages of the site stood on one result page.
    whole as (
        select site_id as site, query as words, sum(clicks) as query_clicks, sum(impressions) as query_shown
        from gsc_queries
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
          and day between {from:Date} and {to:Date}
          and sync_id in (select sync from window_reads where of_report = 'gsc_queries')
          and cityHash64(site_id, query) in (select cityHash64(site, words) from shared)
        group by site, words
    ),
    sold as (
        select site_id as site, page as address, sum(conversions) as page_conversions
        from ga4_pages
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
          and day between {from:Date} and {to:Date}
          and sync_id in (select sync from window_reads where of_report = 'ga4_pages')
          and page in (select address from competing)
          and isFinite(conversions)
        group by site, address
    ),
    of_query as (
        select
            site,
            words,
            -- The page to keep first: most conversions, then clicks, then impressions.
            arrayMap(one -> one.2, arrayReverseSort(groupArray(((page_conversions, page_clicks, page_shown), address))))[1] as keeps,
            arrayReverseSort(one -> one.2, groupArray(cast(
                (address, 100 * share_of_query, toInt64(page_clicks), toInt64(page_shown), place),
                'Tuple(page String, share Float64, clicks Int64, impressions Int64, position Float64)'))) as pages_of_query,
            min(place) as best_place,
            uniqExact(cutQueryString(address)) as addresses_without_parameters,
            sum(page_clicks) as clicks_of_pages,
            sum(page_shown) as shown_of_pages
        from competing
        left join sold using (site, address)
        group by site, words
        having count() > 1
    ),
    judged as (
        select
            *,
            greatest(clicks_of_pages, query_clicks) as clicks_in_all,
            if(query_shown > 0, query_shown, shown_of_pages) as shown_in_all,
            multiIf(
                addresses_without_parameters = 1, 'twins',
                query_shown > 0 and shown_of_pages > (1 + {max_together:Float64}) * query_shown, 'together',
                active_days >= {min_active_days:UInt64} and flip_share >= {min_flips:Float64}, 'turns',
                'shared') as sort_of
        from of_query
        left join turns using (site, words)
        left join whole using (site, words)
    )
select
    site as site_id,
    words as query,
    pages_of_query as competing_pages,
    arrayMap(one -> concat(one.page, ' (', toString(round(one.share)), ' %)'), pages_of_query) as competing_texts,
    best_place as best_position,
    toInt64(shown_in_all) as total_impressions,
    toInt64(clicks_in_all) as total_clicks,
    if(active_days > 1, 100 * flip_share, null) as flips,
    keeps as keep_page,
    sort_of as kind,
    multiIf(
        sort_of = 'twins', concat('Name ', keeps, ' as the canonical of its variants.'),
        sort_of = 'together', 'Nothing: two results of one search are both yours.',
        sort_of = 'turns', concat('Keep ', keeps, ' for this query: redirect the others to it where they have no other use, else let them link to it and speak of something else.'),
        'Watch it: several pages are shown, but one leads day after day.') as recommended_action,
    count() over () as total,
    0 as unsorted
from judged
order by
    {ascending:Identifier} asc nulls last,
    {descending:Identifier} desc nulls last,
    total_impressions desc,
    query,
    site_id
limit {limit:UInt32} offset {offset:UInt32}
settings enable_materialized_cte = 1
