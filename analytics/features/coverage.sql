-- One row: the clicks of the window in all, and those whose query Google shows.
    totals as (
        select sum(clicks) as all_clicks
        from gsc_totals
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
          and day between {gsc_from:Date} and {gsc_to:Date}
          and sync_id in {gsc_totals_sync_ids:Array(UInt64)}
    ),
    shown as (
        select sum(clicks) as query_clicks
        from gsc_queries
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
          and day between {gsc_from:Date} and {gsc_to:Date}
          and sync_id in {gsc_queries_sync_ids:Array(UInt64)}
    )
select toFloat64(all_clicks) as clicks_in_all, toFloat64(query_clicks) as clicks_by_query
from totals
cross join shown
