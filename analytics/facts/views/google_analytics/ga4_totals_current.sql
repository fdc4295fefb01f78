-- One row: a day of Analytics, from the current reads.
-- uses: ga4_totals_reads
select *
from ga4_totals
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)}
  and connection_id in {connections:Array(UUID)}
  and sync_id in ga4_totals_reads
