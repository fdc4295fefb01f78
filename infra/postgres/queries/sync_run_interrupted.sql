-- The run of a connection that is still called running although its process has ended. No row: there is none.
select sync_runs.id::text as id, sync_runs.site_id::text as site_id, sync_runs.provider, sync_runs.kind, sync_runs.status,
       sync_runs.days, sync_runs.days_wanted, sync_runs.rows_read as rows, sync_runs.error, sync_runs.started_at, sync_runs.finished_at
from sync_runs
where account_id = @account_id and connection_id = @connection_id and kind = @kind and status = 'running'
order by started_at desc, id
limit 1
