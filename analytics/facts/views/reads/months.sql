-- One row: a monthly aggregate of a report, with a hash of the reads it was computed from.
select report, month, reads, sync_id
from current_months final
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)}
  and connection_id in {connections:Array(UUID)}
