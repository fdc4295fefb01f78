-- One row: a query for which Google showed a page, in the window against the compared one.
-- uses: gsc_query_pages_current
with
    counted as (
        select
            any(query) as text,
            toInt64(sumIf(clicks, day >= {from:Date})) as clicks_now,
            toInt64(sumIf(clicks, day < {from:Date})) as clicks_before,
            toInt64(sumIf(impressions, day >= {from:Date})) as impressions_now,
            -- No place is better than 1: what Google reports as 0 is unknown.
            sumIf(position * impressions, day >= {from:Date} and position >= 1) / sumIf(impressions, day >= {from:Date} and position >= 1) as place_now,
            sumIf(position * impressions, day < {from:Date} and position >= 1) / sumIf(impressions, day < {from:Date} and position >= 1) as place_before
        from gsc_query_pages_current
        where (day between {from:Date} and {to:Date} or day between {compared_from:Date} and {compared_to:Date})
          and page = {about_page:String}
        group by cityHash64(query)
        having impressions_now > 0
    )
select
    text as name,
    clicks_now as clicks,
    sum(clicks_now) over () as clicks_total,
    if(clicks_before > 0, 100 * (clicks_now / clicks_before - 1), null) as clicks_change,
    impressions_now as impressions,
    least(100, 100 * clicks_now / impressions_now) as ctr,
    ifNotFinite(place_now, null) as position,
    ifNotFinite(place_before - place_now, null) as position_change,
    count() over () as total,
    0 as unsorted
from counted
order by
    {ascending:Identifier} asc nulls last,
    {descending:Identifier} desc nulls last,
    clicks desc,
    impressions desc,
    name
limit {limit:UInt32} offset {offset:UInt32}
