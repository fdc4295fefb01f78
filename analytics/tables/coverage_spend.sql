-- uses: gads_campaigns_current, gads_search_terms_current
with
    -- One row: what ads cost in the window in all, and on searches whose term Google shows.
    totals as (
        select sumIf(cost, isFinite(cost)) as cost_in_all
        from gads_campaigns_current
        where day between {from:Date} and {to:Date}
    ),
    shown as (
        select sumIf(cost, isFinite(cost)) as cost_by_term
        from gads_search_terms_current
        where day between {from:Date} and {to:Date}
    )
select cost_in_all as all_cost, cost_by_term as shown_cost
from totals
cross join shown
settings enable_materialized_cte = 1
