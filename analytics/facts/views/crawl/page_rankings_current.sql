-- One row: the ranking of the newest crawl, with what the link graph had.
-- uses: page_rankings_ever
select *
from page_rankings_ever
where ranking_id in {rankings:Array(UUID)}
