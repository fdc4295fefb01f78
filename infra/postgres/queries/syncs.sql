-- name: sync_hand_on
-- Passes a synced recompute to analytics, after the site's earlier ones. If requested again meanwhile it
-- first reads once more, because it may have missed a new connection.
with handed as (
    update jobs
    set sync = again,
        again = false,
        waits = not again and exists (
            select from jobs as other
            where other.account_id = jobs.account_id and other.site_id = jobs.site_id and other.kind = 'recompute'
              and not other.sync and other.status in ('queued', 'running')
        ),
        progress = @progress,
        message = case when again then 'Reading what is new.' else 'Waiting to look for opportunities.' end,
        updated_at = now()
    where account_id = @account_id and id = @id and status in ('queued', 'running') and sync
    returning account_id, site_id, id, sync, waits, background
)
insert into outbox (account_id, site_id, topic, payload)
select account_id, site_id, job_topic('recompute', sync, background), jsonb_build_object('jobId', id, 'accountId', account_id)
from handed
where not waits;

-- name: sync_run_finish
update sync_runs
set status = @status, days = @days, rows_read = @rows, error = nullif(@error, ''), finished_at = now()
where account_id = @account_id and id = @id;

-- name: sync_run_interrupted
-- A connection's run that is marked as running although its process has ended. No row: there is none.
select sync_runs.id::text as id, sync_runs.site_id::text as site_id, sync_runs.provider, sync_runs.kind, sync_runs.status,
       sync_runs.days, sync_runs.days_wanted, sync_runs.rows_read as rows, sync_runs.error, sync_runs.started_at, sync_runs.finished_at
from sync_runs
where account_id = @account_id and connection_id = @connection_id and kind = @kind and status = 'running'
order by started_at desc, id
limit 1;

-- name: sync_run_progress
-- Sets the progress of a run, which raises the facts versions, and returns whether its connection still
-- exists.
with run as (
    update sync_runs
    set days = @days, rows_read = @rows
    where account_id = @account_id and id = @id
    returning account_id, site_id, connection_id
), came as (
    insert into facts_versions (account_id, reads)
    select account_id, 1 from run
    on conflict (account_id) do update set reads = facts_versions.reads + 1
)
select exists (
    select from connections
    where connections.account_id = @account_id and connections.id = run.connection_id and connections.status <> 'disconnected'
)
from run;

-- name: sync_run_start
-- Starts a run of a connection. An earlier one marked as running has ended with its process.
with interrupted as (
    update sync_runs
    set status = 'failed', error = 'It was interrupted, and begun again.', finished_at = now()
    where account_id = @account_id and connection_id = @connection_id and kind = @kind and status = 'running'
)
insert into sync_runs (account_id, site_id, connection_id, provider, kind, days_wanted)
values (@account_id, @site_id, @connection_id, @provider, @kind, @days_wanted)
returning id::text as id;

-- name: sync_runs_forget
-- Deletes old runs.
delete from sync_runs where started_at < @before;

-- name: sync_runs_list
-- One row per run of the site's connections, newest first.
select sync_runs.id::text as id, sync_runs.site_id::text as site_id, sync_runs.provider, sync_runs.kind, sync_runs.status,
       sync_runs.days, sync_runs.days_wanted, sync_runs.rows_read as rows, sync_runs.error, sync_runs.started_at, sync_runs.finished_at
from sync_runs
where account_id = @account_id and site_id = @site_id
order by started_at desc, id
limit @limit offset @offset;

-- name: sync_runs_list_count
-- One row: the number of runs.
select count(*) as count
from sync_runs
where account_id = @account_id and site_id = @site_id;

-- name: sync_runs_since
-- One row per recently synced site.
select distinct account_id::text as account_id, site_id::text as site_id
from sync_runs
where started_at >= @since;

-- name: sync_start
-- No row: the job is finished, deleted or already synced.
update jobs
set status = 'running', message = @message, updated_at = now()
where account_id = @account_id and id = @id and status in ('queued', 'running') and sync
returning jobs.id::text as id, jobs.account_id::text as account_id, coalesce(jobs.site_id::text, '') as site_id, jobs.kind, jobs.status,
       jobs.progress::float8 as progress, jobs.message, jobs.result, jobs.problem, jobs.created_at, jobs.updated_at;
