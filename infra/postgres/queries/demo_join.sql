-- The account's load of the demo shop: the one that is waiting or running, else a new one.
insert into jobs (account_id, kind, message)
values (@account_id, 'demo', 'Waiting to load the demo data.')
on conflict (account_id) where kind = 'demo' and status in ('queued', 'running')
do update set message = jobs.message -- so that the row is returned
returning jobs.id::text as id, jobs.account_id::text as account_id, coalesce(jobs.site_id::text, '') as site_id, jobs.kind, jobs.status,
       jobs.progress::float8 as progress, jobs.message, jobs.result, jobs.problem, jobs.created_at, jobs.updated_at
