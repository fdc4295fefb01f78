-- One row: how long the main content of tested pages takes to show for real visitors, in seconds, weighted by
-- the sessions of page and device, if there are any. The windows are those of kpis.sql.
-- uses: ga4_pages_current, pagespeed_tests_current, reads
with
    read_days as (
        select connection_id as connection, report as report_name, day as read_day, sync_id as sync, is_final as final_day
        from reads
        where report in ('pagespeed_tests', 'ga4_pages')
    ),
    -- A test never changes, so that every day of tests is final.
    ends as (
        select connection, if({to:Date} = toDate(0), max(read_day), {to:Date}) as last_day
        from read_days
        where final_day or report_name = 'pagespeed_tests' or {to:Date} > toDate(0)
        group by connection
    ),
    tests as (
        select site_id as site, page as tested, device as tested_on, day > last_day - {days:UInt16} as is_now, argMax(field_lcp_ms, day) / 1000 as seconds
        from pagespeed_tests_current as pagespeed_tests
        inner join ends on ends.connection = pagespeed_tests.connection_id
        where (day > last_day - {days:UInt16} and day <= last_day
            or day > last_day - {back:UInt16} - {days:UInt16} and day <= last_day - {back:UInt16})
          and field_lcp_ms is not null
        group by site, tested, tested_on, is_now
    ),
    visits as (
        select site_id as site, page as tested, if(device = 'mobile', 'mobile', 'desktop') as tested_on, sum(sessions) as page_sessions
        from ga4_pages_current as ga4_pages
        inner join ends on ends.connection = ga4_pages.connection_id
        where day > (select min(last_day) from ends) - {days:UInt16}
          and day > last_day - {days:UInt16} and day <= last_day
          and page in (select tested from tests)
        group by site, tested, tested_on
    ),
    weighed as (
        select
            maxOrNullIf(seconds, is_now) as seconds_now,
            maxOrNullIf(seconds, not is_now) as seconds_before,
            any(page_sessions) as weight,
            sum(weight) over () = 0 as is_unweighted
        from tests
        left join visits using (site, tested, tested_on)
        group by site, tested, tested_on
    ),
    pages as (
        select seconds_now, seconds_before, if(is_unweighted, 1, weight) as page_weight
        from weighed
    )
select
    if(sumIf(page_weight, seconds_now is not null) > 0, sum(seconds_now * page_weight) / sumIf(page_weight, seconds_now is not null), null) as page_speed,
    -- Over what was tested in both windows, so that another choice of pages is no change.
    if(
        sumIf(page_weight, seconds_now is not null and seconds_before is not null) > 0,
        sumIf(seconds_now * page_weight, seconds_before is not null) / sumIf(seconds_before * page_weight, seconds_now is not null) - 1,
        null) as page_speed_change
from pages
