-- One row: a page in a country on a day of Search Console, from the current reads.
-- uses: gsc_page_countries_reads
select *
from gsc_page_countries
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)}
  and connection_id in {connections:Array(UUID)}
  and sync_id in gsc_page_countries_reads
