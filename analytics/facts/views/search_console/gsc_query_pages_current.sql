-- One row: a query and a page on a day of Search Console, from the current reads.
-- uses: gsc_query_pages_reads
select *, query_key, page_key
from gsc_query_pages
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)}
  and connection_id in {connections:Array(UUID)}
  and sync_id in gsc_query_pages_reads
