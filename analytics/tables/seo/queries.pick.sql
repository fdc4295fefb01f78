-- One row: a query of the page of the table that is asked for, by its key. Texts are not read, which takes longer than all else.
    counted as (
        select
            cityHash64(site_id, query_key) as key,
            max(day) as last_seen,
            sum(clicks) as clicks_now,
            sum(impressions) as impressions_now,
            sum(if(position >= 1, position * impressions, 0)) / sum(if(position >= 1, impressions, 0)) as place_now
        from gsc_queries
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
          and day between {from:Date} and {to:Date}
          and sync_id in (select sync from window_reads where of_report = 'gsc_queries')
          and ({q:String} = '' or positionCaseInsensitiveUTF8(query, {q:String}) > 0)
        group by key
        having impressions_now > 0
    )
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
order by
    {ascending:Identifier} asc nulls last,
    {descending:Identifier} desc nulls last,
    impressions desc,
    key
limit {limit:UInt32} offset {offset:UInt32}
