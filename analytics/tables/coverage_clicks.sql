-- uses: gsc_totals_current, searches
with
    -- One row: the clicks of the window in all, and those whose query Google shows.
    totals as (
        select sum(clicks) as clicks_in_all
        from gsc_totals_current
        where day between {from:Date} and {to:Date}
    ),
    shown as (
        select sum(clicks) as clicks_by_query
        from searches
    )
select toFloat64(clicks_in_all) as all_clicks, toFloat64(clicks_by_query) as shown_clicks
from totals
cross join shown
settings enable_materialized_cte = 1
