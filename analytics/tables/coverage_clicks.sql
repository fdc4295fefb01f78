-- One row: the clicks of the window in all, and those whose query Google shows.
with
    totals as (
        select sum(clicks) as clicks_in_all
        from gsc_totals
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
          and day between {from:Date} and {to:Date}
          and sync_id in (
              select sync_id
              from current_days final
              where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
                and report = 'gsc_totals' and day between {from:Date} and {to:Date}
          )
    ),
    shown as (
        select sum(clicks) as clicks_by_query
        from gsc_queries
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
          and day between {from:Date} and {to:Date}
          and sync_id in (
              select sync_id
              from current_days final
              where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
                and report = 'gsc_queries' and day between {from:Date} and {to:Date}
          )
    )
select toFloat64(clicks_in_all) as all_clicks, toFloat64(clicks_by_query) as shown_clicks
from totals
cross join shown
