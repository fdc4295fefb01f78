-- One row: a page of a newest crawl with its rank in the link graph.
-- uses: newest_rankings
select *
from page_ranks
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)}
  and import_id in {imports:Array(UUID)}
  and ranking_id in (select ranking from newest_rankings)
