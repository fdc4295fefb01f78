-- Drops the first pages of a site but those of some tables.
delete from first_pages
where account_id = @account_id and site_id = @site_id and table_name <> all(@tables)
