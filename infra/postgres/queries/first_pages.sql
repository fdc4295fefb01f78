-- name: first_page
-- At most one row: the first page of a table of a site that is kept under a key, unless rows came since.
select page
from first_pages
where account_id = @account_id and site_id = @site_id and page_key = @page_key
  and reads = coalesce((select reads from site_reads where account_id = @account_id and site_id = @site_id), 0);

-- name: first_pages
-- One row: a first page that is kept of a site, without the page, but with what it was made of.
select table_name as table, page_key as key, made_of, '' as page
from first_pages
where account_id = @account_id and site_id = @site_id;

-- name: first_pages_drop
-- Drops the first pages of a site but those of some keys, and those that know of more reads.
delete from first_pages
where account_id = @account_id and site_id = @site_id and page_key <> all(@keys) and reads <= @reads;

-- name: first_pages_put
-- Keeps first pages of tables of a site, nothing of one that is gone meanwhile, and none in place of one that knows of more reads.
insert into first_pages (account_id, site_id, page_key, table_name, reads, made_of, page)
select sites.account_id, sites.id, put.page_key, put.table_name, @reads, put.made_of, put.page
from sites, unnest(@keys::text[], @tables::text[], @made_of::text[], @pages::text[]) as put (page_key, table_name, made_of, page)
where sites.account_id = @account_id and sites.id = @site_id and put.page <> ''
on conflict (account_id, site_id, page_key) do update set reads = excluded.reads, made_of = excluded.made_of, page = excluded.page
where first_pages.reads <= excluded.reads;

-- name: first_pages_stay
-- Says of first pages of tables of a site that they are as they were after so many reads, unless somebody has made them of other rows meanwhile.
update first_pages
set reads = @reads
from unnest(@keys::text[], @made_of::text[], @pages::text[]) as put (page_key, made_of, page)
where first_pages.account_id = @account_id and first_pages.site_id = @site_id
  and first_pages.page_key = put.page_key and first_pages.made_of = put.made_of and put.page = '' and first_pages.reads <= @reads;
