-- One row: a week of a connection to Search Console (clicks) or Analytics (sessions), counted back from its
-- newest final day, and how many of its days were read. What was not read is not zero.
-- uses: ga4_totals_current, gsc_totals_current, reads
with
    read_days as (
        select site_id as site, connection_id as connection, report as report_name, day as read_day
        from reads
        where report in ('ga4_totals', 'gsc_totals') and is_final
    ),
    ends as (
        select connection, max(read_day) as last_day
        from read_days
        group by connection
    ),
    weeks as (
        select site, connection, report_name, intDiv(toUInt16(last_day - read_day), 7) as week_back, count() as days_read, max(last_day) as newest
        from read_days
        inner join ends using (connection)
        where read_day > last_day - 7 * {weeks:UInt16}
        group by site, connection, report_name, week_back
    ),
    figures as (
        select connection_id as connection, day as figure_day, toFloat64(sessions) as amount
        from ga4_totals_current
        where day > (select min(last_day) from ends) - 7 * {weeks:UInt16}

        union all

        select connection_id, day, toFloat64(clicks)
        from gsc_totals_current
        where day > (select min(last_day) from ends) - 7 * {weeks:UInt16}
    ),
    sums as (
        select connection, intDiv(toUInt16(last_day - figure_day), 7) as week_back, sum(amount) as total
        from figures
        inner join ends using (connection)
        where figure_day <= last_day and figure_day > last_day - 7 * {weeks:UInt16}
        group by connection, week_back
    )
select
    toString(site) as site_text,
    report_name,
    week_back,
    days_read,
    total
from weeks
left join sums using (connection, week_back)
order by site_text, report_name, week_back, connection
