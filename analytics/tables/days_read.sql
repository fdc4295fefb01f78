-- One row: a connection and a report that a table reads, with its days in the window and in the compared one,
-- the window's rows, the current reads as one number, and the first of those of window_reads.
-- uses: reads
with day between {from:Date} and {to:Date} or day between {compared_from:Date} and {compared_to:Date} as in_window
select
    toString(connection_id) as connection,
    toString(report) as report_name,
    countIf(day between {from:Date} and {to:Date}) as days,
    countIf(day between {compared_from:Date} and {compared_to:Date}) as compared_days,
    sumIf(rows_read, day between {from:Date} and {to:Date}) as rows_of_window,
    groupBitXor(cityHash64(connection_id, report, day, sync_id)) as reads_of_report,
    groupArrayIf({most_given:UInt32})(sync_id, in_window) as first_reads
from reads
where report in {read_reports:Array(String)}
  and (in_window or report in {latest_snapshots:Array(String)}) -- see newest_reads
group by connection, report_name
order by connection, report_name
