-- One row: a site with the newest ranking of its newest crawl.
-- uses: page_rankings_ever
select site_id, argMax(ranking_id, ranked_at) as ranking
from page_rankings_ever
group by site_id
