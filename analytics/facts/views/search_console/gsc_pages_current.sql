-- One row: a page on a day of Search Console, from the current reads.
-- uses: gsc_pages_reads
select *
from gsc_pages
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)}
  and connection_id in {connections:Array(UUID)}
  and sync_id in gsc_pages_reads
