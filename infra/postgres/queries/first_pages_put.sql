-- Keeps first pages of tables of a site in place of those before; nothing of a site that is gone meanwhile.
insert into first_pages (account_id, site_id, table_name, page_key, page)
select sites.account_id, sites.id, put.table_name, put.page_key, put.page
from sites, unnest(@tables::text[], @keys::bytea[], @pages::text[]) as put (table_name, page_key, page)
where sites.account_id = @account_id and sites.id = @site_id
on conflict (account_id, site_id, table_name) do update set page_key = excluded.page_key, page = excluded.page
