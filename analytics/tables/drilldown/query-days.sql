-- One row: a day of a query in the window or the compared one, and the sum of each window, without a day. A
-- day that came without a row of it has zeros.
-- uses: gsc_queries_current, window_reads
with
    counted as (
        select
            day >= {from:Date} as is_in_window,
            day as of_date,
            toInt64(sum(clicked)) as clicks_of_day,
            toInt64(sum(shown)) as impressions_of_day,
            sumIf(place * shown, place >= 1) / sumIf(shown, place >= 1) as place_of_day
        from (
            select day, clicks as clicked, impressions as shown, position as place
            from gsc_queries_current
            where (day between {from:Date} and {to:Date} or day between {compared_from:Date} and {compared_to:Date})
              and query = {about_query:String}

            union all

            select day, 0 as clicked, 0 as shown, 0 as place
            from window_reads
            where report = 'gsc_queries'
        )
        group by grouping sets ((is_in_window, of_date), (is_in_window))
    )
select
    of_date as day,
    toBool(is_in_window) as is_now,
    {about_query:String} as name,
    clicks_of_day as clicks,
    impressions_of_day as impressions,
    if(impressions_of_day > 0, least(100, 100 * clicks_of_day / impressions_of_day), null) as ctr,
    ifNotFinite(place_of_day, null) as position,
    count() over () as total,
    0 as unsorted
from counted
order by
    {ascending:Identifier} asc nulls last,
    {descending:Identifier} desc nulls last,
    day
limit {limit:UInt32} offset {offset:UInt32}
settings group_by_use_nulls = 1
