-- One row: a query of the page of the table that is asked for, by its key. Texts are not read, which takes
-- longer than all else.
-- uses: searches
with
    counted as (
        select
            cityHash64(site_id, query_key) as key,
            max(last_day) as last_seen,
            sum(clicks) as clicks_now,
            sum(impressions) as impressions_now,
            sum(places) / sum(placed) as place_now
        from searches
        where {q:String} = '' or positionCaseInsensitiveUTF8(query, {q:String}) > 0
        group by key
        having impressions_now > 0
    ),
    -- What the page is not sorted by is not read.
    picked as (
        select
            key,
            last_seen,
            count() over () as total,
            ifNotFinite(place_now, null) as position,
            impressions_now as impressions,
            clicks_now as clicks,
            least(100, 100 * clicks_now / impressions_now) as ctr,
            0 as unsorted
        from counted
    )
select key, last_seen, total
from picked
order by
    {ascending:Identifier} asc nulls last,
    {descending:Identifier} desc nulls last,
    impressions desc,
    key
limit {limit:UInt32} offset {offset:UInt32}
