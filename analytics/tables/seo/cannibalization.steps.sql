-- The queries for which several pages of a site are shown, each for a tenth of it at least; queries that name the brand apart.
    -- Queries that are seen often enough, on more than one page. They are found by numbers alone: texts take longer to read than all else.
    shared as (
        select cityHash64(site_id, query_key) as key
        from page_searches
        where ({q:String} = '' or positionCaseInsensitiveUTF8(query, {q:String}) > 0)
          and (empty({keys:Array(UInt64)}) or key in {keys:Array(UInt64)})
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
        from ga4_pages
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
          and day between {from:Date} and {to:Date}
          and sync_id in (select sync from window_reads where of_report = 'ga4_pages')
          and cityHash64(page) in (select of_page_key from competing)
          and isFinite(conversions)
        group by site, of_page_key
    ),
    of_query as (
        select
            key,
            any(competing.site) as site,
            any(competing.words) as words,
            -- The page to keep first: one whose address has the words, as in the opportunity, then most conversions, then clicks, then impressions.
            arrayMap(one -> one.2, arrayReverseSort(groupArray(((hasAll(words_of(decodeURLComponent(path(address))), words_of(competing.words)), page_conversions, page_clicks, page_shown), address))))[1] as keeps,
            arrayReverseSort(one -> one.2, groupArray(cast(
                (address, 100 * share_of_query, toInt64(page_clicks), toInt64(page_shown), place),
                'Tuple(page String, share Float64, clicks Int64, impressions Int64, position Float64)'))) as pages_of_query,
            min(place) as best_place,
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
