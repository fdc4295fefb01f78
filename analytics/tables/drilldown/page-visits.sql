-- One row: a day of the sessions that began on a page, from all channels, in the window or the compared one,
-- and the sum of each window, without a day. A day that came without a session has zeros.
-- uses: ga4_pages_current, window_reads
with
    counted as (
        select
            day >= {from:Date} as is_in_window,
            day as of_date,
            toInt64(sum(visits)) as sessions_of_day,
            sumIf(won, isFinite(won)) as conversions_of_day,
            sumIf(earned, isFinite(earned)) as revenue_of_day,
            groupUniqArrayIf(money, earned != 0) as currencies
        from (
            select day, sessions as visits, conversions as won, revenue as earned, toString(currency) as money
            from ga4_pages_current
            where (day between {from:Date} and {to:Date} or day between {compared_from:Date} and {compared_to:Date})
              and page = {about_page:String}

            union all

            select day, 0 as visits, 0 as won, 0 as earned, '' as money
            from window_reads
            where report = 'ga4_pages'
        )
        group by grouping sets ((is_in_window, of_date), (is_in_window))
    )
select
    of_date as day,
    toBool(is_in_window) as is_now,
    {about_page:String} as name,
    sessions_of_day as sessions,
    conversions_of_day as conversions,
    if(sessions_of_day > 0, 100 * conversions_of_day / sessions_of_day, null) as conversion_rate,
    -- Money of several currencies has no sum.
    if(length(currencies) < 2, revenue_of_day, null) as revenue,
    if(length(currencies) = 1, currencies[1], null) as currency,
    count() over () as total,
    0 as unsorted
from counted
order by
    {ascending:Identifier} asc nulls last,
    {descending:Identifier} desc nulls last,
    day
limit {limit:UInt32} offset {offset:UInt32}
settings group_by_use_nulls = 1
