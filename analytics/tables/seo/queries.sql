-- One row: a query for which Google showed a site in the window, against the window before.
    counted as (
        select
            any(site_id) as site,
            any(query) as words,
            sumIf(clicks, day >= {from:Date}) as clicks_now,
            sumIf(clicks, day < {from:Date}) as clicks_before,
            sumIf(impressions, day >= {from:Date}) as impressions_now,
            sumIf(impressions, day < {from:Date}) as impressions_before,
            -- No place is better than 1: what Google reports as 0 is unknown.
            sumIf(position * impressions, day >= {from:Date} and position >= 1) / sumIf(impressions, day >= {from:Date} and position >= 1) as place_now,
            sumIf(position * impressions, day < {from:Date} and position >= 1) / sumIf(impressions, day < {from:Date} and position >= 1) as place_before
        from gsc_queries
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
          and (day between {from:Date} and {to:Date} or day between {compared_from:Date} and {compared_to:Date})
          and sync_id in (select sync from window_reads where of_report = 'gsc_queries')
          and ({q:String} = '' or positionCaseInsensitiveUTF8(query, {q:String}) > 0)
        group by cityHash64(site_id, query) -- one number is grouped by in a third of the time
        having impressions_now > 0
           and ({brand:String} = 'all' or is_brand(words) = ({brand:String} = 'brand'))
    ),
    picked as materialized (
        select
            site as site_id,
            words as query,
            ifNotFinite(place_now, null) as position,
            ifNotFinite(place_before - place_now, null) as position_change,
            impressions_now as impressions,
            if(impressions_before > 0, 100 * (impressions_now / impressions_before - 1), null) as impressions_change,
            clicks_now as clicks,
            if(clicks_before > 0, 100 * (clicks_now / clicks_before - 1), null) as clicks_change,
            least(100, 100 * clicks_now / impressions_now) as ctr,
            count() over () as total,
            0 as unsorted
        from counted
        order by
            {ascending:Identifier} asc nulls last,
            {descending:Identifier} desc nulls last,
            impressions desc,
            query,
            site_id
        limit {limit:UInt32} offset {offset:UInt32}
    ),
    shown_pages as (
        select site, words, argMax(address, (page_clicks, page_impressions, address)) as page_shown
        from (
            select site_id as site, query as words, page as address, sum(clicks) as page_clicks, sum(impressions) as page_impressions
            from gsc_query_pages
            where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
              and day between {from:Date} and {to:Date}
              and sync_id in (select sync from window_reads where of_report = 'gsc_query_pages')
              and query in (select query from picked)
            group by site, words, address
        )
        group by site, words
    )
select
    *,
    nullIf(page_shown, '') as page,
    toBool(is_brand(query)) as names_brand
from picked
left join shown_pages on site = site_id and words = query
order by
    {ascending:Identifier} asc nulls last,
    {descending:Identifier} desc nulls last,
    impressions desc,
    query,
    site_id
settings enable_materialized_cte = 1
