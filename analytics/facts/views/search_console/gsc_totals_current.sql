-- One row: a day of Search Console, from the current reads.
-- uses: gsc_totals_reads
select *
from gsc_totals
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)}
  and connection_id in {connections:Array(UUID)}
  and sync_id in gsc_totals_reads
