-- One row a page that the newest crawl reached, with the address at which it answers: the pages of tables have neither its last slash nor its case.
select page as page_key, argMax(url, coalesce(unique_inlinks, inlinks, 0)) as address
from pages
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and import_id in {imports:Array(UUID)}
  and page in {pages:Array(String)}
  and status_code = 200
group by page_key
