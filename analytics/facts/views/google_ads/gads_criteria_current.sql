-- One row: a keyword or negative keyword as of a day, from the current reads.
-- uses: gads_criteria_reads
select *
from gads_criteria
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)}
  and connection_id in {connections:Array(UUID)}
  and sync_id in gads_criteria_reads
