-- One row: a month of a report of a table that was added up from the current reads, with the read that its
-- rows are of.
-- uses: months, reads
select
    toString(report) as report_name,
    month as month_read,
    sync_id as month_sync
from months
where month between {from:Date} and {to:Date}
  and (report, month, reads) in (
      select report, toStartOfMonth(day), groupBitXor(cityHash64(day, sync_id))
      from reads
      where report in {read_reports:Array(String)}
      group by report, toStartOfMonth(day)
  )
order by month_read, report_name
