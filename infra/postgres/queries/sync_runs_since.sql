-- One row: a site of which something was read of late.
select distinct account_id::text as account_id, site_id::text as site_id
from sync_runs
where started_at >= @since
