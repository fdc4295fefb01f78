-- Queues a job; its trigger writes the outbox.
insert into jobs (account_id, site_id, kind, message)
values (@account_id, nullif(@site_id, '')::uuid, @kind, @message)
returning jobs.id::text as id, jobs.account_id::text as account_id, coalesce(jobs.site_id::text, '') as site_id, jobs.kind, jobs.status,
       jobs.progress::float8 as progress, jobs.message, jobs.result, jobs.problem, jobs.created_at, jobs.updated_at
