-- One row: a ranking of the newest crawl, the newest one or an earlier one.
select *
from page_rankings
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)}
  and import_id in {imports:Array(UUID)}
