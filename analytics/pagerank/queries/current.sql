-- One row: the ranking of a crawl's pages by its links that was worked out last; none when there is none yet.
select ranking_id
from page_rankings
where account_id = {account_id:UUID} and site_id = {site_id:UUID} and import_id = {import_id:UUID} and links_import_id = {links_import_id:UUID}
order by ranked_at desc, ranking_id
limit 1
