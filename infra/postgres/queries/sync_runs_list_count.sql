-- One row: how many runs there were.
select count(*) as count
from sync_runs
where account_id = @account_id and site_id = @site_id
