-- One row: a page in the results of Bing in the window.
-- uses: bing_pages_current
with found as (
    select
        site_id as site,
        page as subject,
        toInt64(sumIf(clicks, day >= {from:Date})) as clicks_now,
        toInt64(sumIf(clicks, day < {from:Date})) as clicks_before,
        toInt64(sumIf(impressions, day >= {from:Date})) as impressions_now,
        toInt64(sumIf(impressions, day < {from:Date})) as impressions_before,
        sumIf(assumeNotNull(position) * impressions, day >= {from:Date} and position >= 1)
            / sumIf(impressions, day >= {from:Date} and position >= 1) as place_now
    from bing_pages_current
    where (day between {from:Date} and {to:Date} or day between {compared_from:Date} and {compared_to:Date})
      and ({q:String} = '' or positionCaseInsensitiveUTF8(page, {q:String}) > 0)
    group by site, subject
)
select
    site as site_id,
    subject as url,
    clicks_now as clicks,
    if(clicks_before > 0, 100 * (clicks_now / clicks_before - 1), null) as clicks_change,
    impressions_now as impressions,
    if(impressions_before > 0, 100 * (impressions_now / impressions_before - 1), null) as impressions_change,
    if(impressions_now > 0, 100 * clicks_now / impressions_now, null) as ctr,
    ifNotFinite(place_now, null) as avg_position,
    count() over () as total,
    0 as unsorted
from found
where impressions_now > 0 or clicks_now > 0
order by
    {ascending:Identifier} asc nulls last,
    {descending:Identifier} desc nulls last,
    clicks desc,
    impressions desc,
    subject,
    site_id
limit {limit:UInt32} offset {offset:UInt32}
settings enable_materialized_cte = 1
