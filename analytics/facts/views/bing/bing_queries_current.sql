-- One row: a query of Bing by the day of its week, from the current reads.
-- uses: bing_queries_reads
select *
from bing_queries
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)}
  and connection_id in {connections:Array(UUID)}
  and sync_id in bing_queries_reads
