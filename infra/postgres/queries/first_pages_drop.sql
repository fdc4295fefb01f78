-- Drops the first pages of a site but those of some keys, and those that know of more reads.
delete from first_pages
where account_id = @account_id and site_id = @site_id and page_key <> all(@keys) and reads <= @reads
