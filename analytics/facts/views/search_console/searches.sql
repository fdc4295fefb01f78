-- One row: a query and a span of the window, with additive columns. Spans are whole months with aggregates,
-- else days.
-- uses: gsc_queries_current
select
    site_id,
    query,
    query_key,
    day as last_day,
    toUInt64(clicks) as clicks,
    toUInt64(impressions) as impressions,
    if(position >= 1, toUInt64(impressions), 0) as placed, -- no place is better than 1: what Google reports as 0 is unknown
    if(position >= 1, position * impressions, 0) as places
from gsc_queries_current
where day between {from:Date} and {to:Date} and (day < {months_from:Date} or day > {months_to:Date})

union all

select site_id, query, query_key, last_day, clicks, impressions, placed, places
from gsc_query_months
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)}
  and connection_id in {connections:Array(UUID)}
  and month between {months_from:Date} and {months_to:Date}
  and sync_id in {months:Array(UInt64)}
