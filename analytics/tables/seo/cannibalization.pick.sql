-- One row: a query of the page of the table that is asked for, by its key. Who leads on which day is not looked at: that takes all days.
    picked as (
    select
        key,
        {to:Date} as last_seen, -- nothing is read of that day alone
        words as query,
        site as site_id,
        best_place as best_position,
        toInt64(shown_in_all) as total_impressions,
        toInt64(clicks_in_all) as total_clicks,
        count() over () as total,
        0 as unsorted
    from counted
)
select key, last_seen, total
from picked
order by
    {ascending:Identifier} asc nulls last,
    {descending:Identifier} desc nulls last,
    total_impressions desc,
    query,
    site_id
limit {limit:UInt32} offset {offset:UInt32}
settings enable_materialized_cte = 1
