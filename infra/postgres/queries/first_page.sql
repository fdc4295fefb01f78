-- At most one row: the first page of a table of a site that is kept under a key.
select page
from first_pages
where account_id = @account_id and site_id = @site_id and table_name = @table_name and page_key = @page_key
