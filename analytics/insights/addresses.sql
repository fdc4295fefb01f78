-- One row: a crawled page with its final address; pages in tables have neither its trailing slash nor its
-- case.
-- uses: pages_current
select page as page_key, argMax(url, coalesce(unique_inlinks, inlinks, 0)) as address
from pages_current
where page in {pages:Array(String)}
  and status_code = 200
group by page_key
