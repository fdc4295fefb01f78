-- One row: a landing page by channel and device on a day of Analytics, from the current reads.
-- uses: ga4_pages_reads
select *
from ga4_pages
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)}
  and connection_id in {connections:Array(UUID)}
  and sync_id in ga4_pages_reads
