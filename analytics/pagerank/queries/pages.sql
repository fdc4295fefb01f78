-- One row: a crawled URL that links can count for. Clicks are counted from the home page, or where the crawl
-- does not have it, from where the crawler started.
select
    page_key,
    is_ranked,
    leads_to,
    if((select max(is_home) from crawled), is_home, coalesce(crawl_depth = 0, false)) as is_start
from crawled
where is_ranked or leads_to != 0
