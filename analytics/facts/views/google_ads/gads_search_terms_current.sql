-- One row: a search term of an ad group on a day of Google Ads, from the current reads.
-- uses: gads_search_terms_reads
select *
from gads_search_terms
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)}
  and connection_id in {connections:Array(UUID)}
  and sync_id in gads_search_terms_reads
