-- One row: the import id of a crawl's pages and issues.
select import_id::text as import_id
from crawls
where account_id = @account_id and (@site_id = '' or site_id::text = @site_id)
order by imported_at desc, id
