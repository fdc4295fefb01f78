-- One row: a page that people came to by organic search in the window, or that Google showed.
-- uses: ga4_pages_current, gsc_pages_current, window_reads
with
    searched as (
        select
            any(site_id) as site,
            any(page) as address,
            toInt64(sumIf(clicks, day >= {from:Date})) as clicks_now,
            toInt64(sumIf(clicks, day < {from:Date})) as clicks_before,
            toInt64(sumIf(impressions, day >= {from:Date})) as impressions_now,
            toInt64(sumIf(impressions, day < {from:Date})) as impressions_before,
            -- No place is better than 1: what Google reports as 0 is unknown.
            sumIf(position * impressions, day >= {from:Date} and position >= 1) / sumIf(impressions, day >= {from:Date} and position >= 1) as place_now,
            sumIf(position * impressions, day < {from:Date} and position >= 1) / sumIf(impressions, day < {from:Date} and position >= 1) as place_before
        from gsc_pages_current
        where (day between {from:Date} and {to:Date} or day between {compared_from:Date} and {compared_to:Date})
          and ({q:String} = '' or positionCaseInsensitiveUTF8(page, {q:String}) > 0)
        group by cityHash64(site_id, page) -- one number is grouped by in a third of the time
    ),
    visited as (
        select
            any(site_id) as site,
            any(page) as address,
            toInt64(sumIf(sessions, day >= {from:Date})) as sessions_now,
            toInt64(sumIf(sessions, day < {from:Date})) as sessions_before,
            sumIf(conversions, day >= {from:Date} and isFinite(conversions)) as conversions_now,
            sumIf(revenue, day >= {from:Date} and isFinite(revenue)) as revenue_now,
            groupUniqArrayIf(currency, day >= {from:Date} and revenue != 0) as currencies
        from ga4_pages_current
        where (day between {from:Date} and {to:Date} or day between {compared_from:Date} and {compared_to:Date})
          and channel = 'Organic Search'
          and page != '' -- Analytics does not know where they came in
          and ({q:String} = '' or positionCaseInsensitiveUTF8(page, {q:String}) > 0)
        group by cityHash64(site_id, page) -- one number is grouped by in a third of the time
    ),
    of_both as (
        select
            if(searched.address = '', visited.site, searched.site) as site_of_page,
            if(searched.address = '', visited.address, searched.address) as address_of_page,
            -- A site that reads Analytics but has no visit of a page had none; of another nobody knows.
            site_of_page in (select site_id from window_reads where report = 'ga4_pages') as has_visits,
            site_of_page in (select site_id from window_reads where report = 'gsc_pages') as has_search,
            *
        from searched
        full outer join visited on visited.site = searched.site and visited.address = searched.address
        where impressions_now > 0 or sessions_now > 0
    )
select
    site_of_page as site_id,
    address_of_page as url,
    address_of_page as page,
    if(has_visits, sessions_now, null) as sessions,
    if(sessions_before > 0, 100 * (sessions_now / sessions_before - 1), null) as sessions_change,
    if(has_visits, conversions_now, null) as conversions,
    if(sessions_now > 0, 100 * conversions_now / sessions_now, null) as conversion_rate,
    -- Money of several currencies has no sum.
    if(has_visits and length(currencies) < 2, revenue_now, null) as revenue,
    if(length(currencies) = 1, currencies[1], null) as currency,
    if(impressions_now > 0, ifNotFinite(place_now, null), null) as avg_position,
    if(impressions_now > 0 and impressions_before > 0, ifNotFinite(place_before - place_now, null), null) as position_change,
    if(has_search, clicks_now, null) as clicks,
    if(clicks_before > 0, 100 * (clicks_now / clicks_before - 1), null) as clicks_change,
    if(has_search, impressions_now, null) as impressions,
    if(impressions_before > 0, 100 * (impressions_now / impressions_before - 1), null) as impressions_change,
    count() over () as total,
    0 as unsorted
from of_both
order by
    {ascending:Identifier} asc nulls last,
    {descending:Identifier} desc nulls last,
    coalesce(clicks, 0) desc,
    coalesce(sessions, 0) desc,
    coalesce(impressions, 0) desc,
    url,
    site_id
limit {limit:UInt32} offset {offset:UInt32}
settings enable_materialized_cte = 1
