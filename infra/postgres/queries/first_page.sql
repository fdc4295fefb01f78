-- At most one row: the first page of a table of a site that is kept under a key, unless rows came since.
select page
from first_pages
where account_id = @account_id and site_id = @site_id and page_key = @page_key
  and reads = coalesce((select reads from site_reads where account_id = @account_id and site_id = @site_id), 0)
