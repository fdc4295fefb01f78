-- One row: a connection to Analytics or Ads, with its figures of {days} days up to {to} (1970-01-01: its last
-- final day) and of as many {back} days before. A missing day is not zero: days_now counts those that came.
-- uses: ga4_totals_current, gads_campaigns_current, reads
with
    read_days as (
        select connection_id as connection, report as report_name, day as read_day, sync_id as sync, is_final as final_day
        from reads
        where report in ('ga4_totals', 'gads_campaigns')
    ),
    ends as (
        select connection, if({to:Date} = toDate(0), max(read_day), {to:Date}) as last_day
        from read_days
        where final_day or {to:Date} > toDate(0)
        group by connection
    ),
    windows as (
        select
            connection,
            last_day,
            any(report_name) as counted,
            countIf(read_day > last_day - {days:UInt16}) as days_now,
            countIf(read_day > last_day - {back:UInt16} - {days:UInt16} and read_day <= last_day - {back:UInt16}) as days_before
        from read_days
        inner join ends using (connection)
        where read_day > last_day - {back:UInt16} - {days:UInt16} and read_day <= last_day
        group by connection, last_day
    ),
    figures as (
        select connection_id as connection, day as figure_day, sessions as day_sessions, conversions as day_conversions, 0. as day_cost, '' as day_currency
        from ga4_totals_current
        where day > (select min(last_day) from ends) - {back:UInt16} - {days:UInt16} and day <= (select max(last_day) from ends)

        union all

        select connection_id, day, 0, 0., cost, currency
        from gads_campaigns_current
        where day > (select min(last_day) from ends) - {back:UInt16} - {days:UInt16} and day <= (select max(last_day) from ends)
    )
select
    counted,
    days_now,
    days_before,
    sumIf(day_sessions, figure_day > last_day - {days:UInt16}) as sessions_now,
    sumIf(day_sessions, figure_day <= last_day - {back:UInt16}) as sessions_before,
    sumIf(day_conversions, figure_day > last_day - {days:UInt16}) as conversions_now,
    sumIf(day_conversions, figure_day <= last_day - {back:UInt16}) as conversions_before,
    sumIf(day_cost, figure_day > last_day - {days:UInt16}) as cost_now,
    sumIf(day_cost, figure_day <= last_day - {back:UInt16}) as cost_before,
    groupUniqArrayIf(day_currency, day_currency != '' and figure_day > last_day - {days:UInt16}) as currencies_now,
    groupUniqArrayIf(day_currency, day_currency != '' and figure_day <= last_day - {back:UInt16}) as currencies_before
from windows
left join (
    select figures.*
    from figures
    inner join ends using (connection)
    where figure_day > last_day - {back:UInt16} - {days:UInt16} and figure_day <= last_day
) as counted_figures using (connection)
group by connection, counted, last_day, days_now, days_before
order by connection
