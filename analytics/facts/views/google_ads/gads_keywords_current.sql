-- One row: a keyword on a day of Google Ads, from the current reads.
-- uses: gads_keywords_reads
select *
from gads_keywords
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)}
  and connection_id in {connections:Array(UUID)}
  and sync_id in gads_keywords_reads
