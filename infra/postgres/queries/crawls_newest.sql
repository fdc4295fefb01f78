-- One row: the newest crawl of a site, the one whose rows are shown.
select distinct on (site_id)
       id::text as id, account_id::text as account_id, site_id::text as site_id, import_id::text as import_id,
       coalesce(links_import_id::text, '') as links_import_id,
       pages, links, issues, crawled_at, imported_at
from crawls
where account_id = @account_id
  and (@site_id = '' or site_id::text = @site_id)
order by site_id, imported_at desc, id
