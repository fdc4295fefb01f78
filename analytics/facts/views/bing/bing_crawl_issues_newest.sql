-- One row: a row of the newest read of bing_crawl_issues; see newest_reads.
-- uses: newest_reads
select *
from bing_crawl_issues
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)}
  and connection_id in {connections:Array(UUID)}
  and sync_id in (select read from newest_reads where report = 'bing_crawl_issues')
