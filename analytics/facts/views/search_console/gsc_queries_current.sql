-- One row: a query on a day of Search Console, from the current reads.
-- uses: gsc_queries_reads
select *, query_key
from gsc_queries
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)}
  and connection_id in {connections:Array(UUID)}
  and sync_id in gsc_queries_reads
