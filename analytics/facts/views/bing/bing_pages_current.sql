-- One row: a page in Bing by the day of its week, from the current reads.
-- uses: bing_pages_reads
select *
from bing_pages
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)}
  and connection_id in {connections:Array(UUID)}
  and sync_id in bing_pages_reads
