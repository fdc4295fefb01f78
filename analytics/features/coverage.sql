-- One row: all clicks of the window, and those with a disclosed query.
-- uses: gsc_queries_current, gsc_totals_current
with
    totals as (
        select sum(clicks) as all_clicks
        from gsc_totals_current
        where day between {gsc_from:Date} and {gsc_to:Date}
    ),
    shown as (
        select sum(clicks) as query_clicks
        from gsc_queries_current
        where day between {gsc_from:Date} and {gsc_to:Date}
    )
select toFloat64(all_clicks) as clicks_in_all, toFloat64(query_clicks) as clicks_by_query
from totals
cross join shown
