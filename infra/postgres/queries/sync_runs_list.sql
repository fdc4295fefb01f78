-- One row: a run of one connection of the site, newest first.
select sync_runs.id::text as id, sync_runs.site_id::text as site_id, sync_runs.provider, sync_runs.kind, sync_runs.status,
       sync_runs.days, sync_runs.days_wanted, sync_runs.rows_read as rows, sync_runs.error, sync_runs.started_at, sync_runs.finished_at
from sync_runs
where account_id = @account_id and site_id = @site_id
order by started_at desc, id
limit @limit offset @offset
