-- One row: a first page that is kept of a site, without the page, but with what it was made of.
select table_name as table, page_key as key, made_of, '' as page
from first_pages
where account_id = @account_id and site_id = @site_id
