-- Keeps first pages of tables of a site, nothing of one that is gone meanwhile, and none in place of one that knows of more reads.
insert into first_pages (account_id, site_id, page_key, table_name, reads, made_of, page)
select sites.account_id, sites.id, put.page_key, put.table_name, @reads, put.made_of, put.page
from sites, unnest(@keys::text[], @tables::text[], @made_of::text[], @pages::text[]) as put (page_key, table_name, made_of, page)
where sites.account_id = @account_id and sites.id = @site_id and put.page <> ''
on conflict (account_id, site_id, page_key) do update set reads = excluded.reads, made_of = excluded.made_of, page = excluded.page
where first_pages.reads <= excluded.reads
