-- One row: a ranking of the newest crawl, with what the link graph had.
select *
from page_rankings
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)}
  and import_id in {imports:Array(UUID)} and ranking_id in {rankings:Array(UUID)}
