-- One row: the current read of a report and day.
select site_id, connection_id, report, day, sync_id, rows_read, is_final, read_on, notes
from current_days final
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)}
  and connection_id in {connections:Array(UUID)}
