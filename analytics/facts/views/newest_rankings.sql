-- One row: a site with the newest ranking of its newest crawl.
select site_id, argMax(ranking_id, ranked_at) as ranking
from page_rankings
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)}
  and import_id in {imports:Array(UUID)}
group by site_id
