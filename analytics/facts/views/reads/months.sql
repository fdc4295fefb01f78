-- One row: a month of a report that was added up, with the reads that it was added up from as one number.
select report, month, reads, sync_id
from current_months final
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)}
  and connection_id in {connections:Array(UUID)}
