    -- One row: what ads cost in the window in all, and on searches whose term Google shows.
    totals as (
        select sumIf(cost, isFinite(cost)) as cost_in_all
        from gads_campaigns
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
          and day between {from:Date} and {to:Date}
          and sync_id in (select sync from window_reads where of_report = 'gads_campaigns')
    ),
    shown as (
        select sumIf(cost, isFinite(cost)) as cost_by_term
        from gads_search_terms
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
          and day between {from:Date} and {to:Date}
          and sync_id in (select sync from window_reads where of_report = 'gads_search_terms')
    )
select cost_in_all as all_cost, cost_by_term as shown_cost
from totals
cross join shown
settings enable_materialized_cte = 1
