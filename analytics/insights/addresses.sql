-- One row a page that the newest crawl reached, with the address at which it answers: the pages of tables have neither its last slash nor its case.
-- uses: pages_current
select page as page_key, argMax(url, coalesce(unique_inlinks, inlinks, 0)) as address
from pages_current
where page in {pages:Array(String)}
  and status_code = 200
group by page_key
