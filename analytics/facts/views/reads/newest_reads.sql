-- One row: the newest read of a snapshot report; at most as new as the window of a table.
-- uses: reads
select report, connection_id, argMax(sync_id, day) as read, max(day) as read_day
from reads
where report in {read_reports:Array(String)}
  and report in {latest_snapshots:Array(String)}
  and (day <= {to:Date} or report not in {reports:Array(String)})
group by report, connection_id
