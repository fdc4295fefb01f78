-- One row: how often rows of providers came for a site.
select coalesce((select reads from site_reads where account_id = @account_id and site_id = @site_id), 0) as reads
