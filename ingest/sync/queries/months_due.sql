-- One row: a report's completed month with all days final and changed since its last sum; its number of rows.
with
    of_days as (
        select
            report,
            toStartOfMonth(day) as month,
            groupBitXor(cityHash64(day, sync_id)) as reads,
            sum(rows_read) as rows_of_days
        from current_days final
        where account_id = {account_id:UUID}
          and site_id = {site_id:UUID}
          and connection_id = {connection_id:UUID}
          and report in {reports:Array(String)}
        group by report, month
        having min(is_final) and count() = toDayOfMonth(toLastDayOfMonth(month)) and rows_of_days >= {least:UInt64}
    ),
    added_up as (
        select report, month, reads
        from current_months final
        where account_id = {account_id:UUID}
          and site_id = {site_id:UUID}
          and connection_id = {connection_id:UUID}
    )
select toString(report) as report_name, month as month_due, reads as of_reads
from of_days
where (report, month, reads) not in (select report, month, reads from added_up)
order by report_name, month_due desc
