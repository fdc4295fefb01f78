-- One row: a page that Google shows less often than in the window before.
-- uses: gsc_pages_current, pages_current
with
    counted as (
        select
            any(site_id) as site,
            any(page) as address,
            toInt64(sumIf(clicks, day >= {from:Date})) as clicks_now,
            toInt64(sumIf(clicks, day < {from:Date})) as clicks_then,
            toInt64(sumIf(impressions, day >= {from:Date})) as impressions_now,
            toInt64(sumIf(impressions, day < {from:Date})) as impressions_then,
            ifNotFinite(sumIf(position * impressions, day >= {from:Date} and position >= 1) / sumIf(impressions, day >= {from:Date} and position >= 1), null) as place_now,
            ifNotFinite(sumIf(position * impressions, day < {from:Date} and position >= 1) / sumIf(impressions, day < {from:Date} and position >= 1), null) as place_then
        from gsc_pages_current
        where (day between {from:Date} and {to:Date} or day between {compared_from:Date} and {compared_to:Date})
          and ({q:String} = '' or positionCaseInsensitiveUTF8(page, {q:String}) > 0)
        group by cityHash64(site_id, page) -- one number is grouped by in a third of the time
        having impressions_then >= {min_impressions:UInt64} and impressions_now <= (1 - {min_drop:Float64}) * impressions_then
    ),
    changed as (
        select site_id as site, page as address, max(last_modified) as modified_at
        from pages_current
        where page in (select address from counted)
        group by site, address
    )
select
    site as site_id,
    address as url,
    address as page,
    impressions_now as impressions,
    impressions_then as impressions_before,
    impressions_then - impressions_now as impressions_lost,
    100 * (impressions_now / impressions_then - 1) as impressions_change,
    place_now as position,
    place_then as position_before,
    place_then - place_now as position_change,
    clicks_now as clicks,
    clicks_then as clicks_before,
    if(clicks_then > 0, 100 * (clicks_now / clicks_then - 1), null) as clicks_change,
    multiIf(
        impressions_now = 0, 'gone',
        place_now - place_then >= 1, 'rank',
        -- Clicks fell more than impressions did: the result is chosen less often.
        clicks_now < {snippet_share:Float64} * clicks_then * impressions_now / impressions_then, 'snippet',
        'demand') as reason,
    toDate(modified_at) as published_at,
    count() over () as total,
    0 as unsorted
from counted
left join changed using (site, address)
order by
    {ascending:Identifier} asc nulls last,
    {descending:Identifier} desc nulls last,
    impressions_lost desc,
    url,
    site_id
limit {limit:UInt32} offset {offset:UInt32}
settings enable_materialized_cte = 1, join_use_nulls = 1
