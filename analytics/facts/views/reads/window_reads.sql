-- One row: the current read of a report and day, in the window of a table or the compared one.
-- uses: reads
select site_id, report, day, sync_id
from reads
where report in {read_reports:Array(String)}
  and (day between {from:Date} and {to:Date} or day between {compared_from:Date} and {compared_to:Date})
