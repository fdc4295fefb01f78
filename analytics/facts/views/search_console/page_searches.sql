-- One row: a query, a page and a span of the window (see searches), with additive columns.
-- uses: gsc_query_pages_current
select
    site_id,
    query,
    query_key,
    page,
    page_key,
    day as last_day,
    toUInt64(clicks) as clicks,
    toUInt64(impressions) as impressions,
    if(position >= 1, toUInt64(impressions), 0) as placed,
    if(position >= 1, position * impressions, 0) as places,
    if(position >= 1, toUInt64(least(clicks, impressions)), 0) as placed_clicks
from gsc_query_pages_current
where day between {from:Date} and {to:Date} and (day < {months_from:Date} or day > {months_to:Date})

union all

select site_id, query, query_key, page, page_key, last_day, clicks, impressions, placed, places, placed_clicks
from gsc_query_page_months
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)}
  and connection_id in {connections:Array(UUID)}
  and month between {months_from:Date} and {months_to:Date}
  and sync_id in {months:Array(UInt64)}
