-- One row: a table of a site whose first page is kept, and under which key.
select table_name as table, page_key as key
from first_pages
where account_id = @account_id and site_id = @site_id
