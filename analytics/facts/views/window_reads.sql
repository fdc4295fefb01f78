-- One row: a report's read of a day that counts, of days in the window of a table or in the one it is compared with.
select site_id, report, day, sync_id
from current_days final
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)}
  and connection_id in {connections:Array(UUID)}
  and report in {read_reports:Array(String)}
  and (day between {from:Date} and {to:Date} or day between {compared_from:Date} and {compared_to:Date})
