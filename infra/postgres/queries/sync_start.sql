-- No row: the job is finished already, or gone, or synced.
update jobs
set status = 'running', message = @message, updated_at = now()
where account_id = @account_id and id = @id and status in ('queued', 'running') and sync
returning jobs.id::text as id, jobs.account_id::text as account_id, coalesce(jobs.site_id::text, '') as site_id, jobs.kind, jobs.status,
       jobs.progress::float8 as progress, jobs.message, jobs.result, jobs.problem, jobs.created_at, jobs.updated_at
