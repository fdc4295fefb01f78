-- One row: a report's read of a day that counts, of days in the window of a table or in the one it is
-- compared with.
-- uses: reads
select site_id, report, day, sync_id
from reads
where report in {read_reports:Array(String)}
  and (day between {from:Date} and {to:Date} or day between {compared_from:Date} and {compared_to:Date})
