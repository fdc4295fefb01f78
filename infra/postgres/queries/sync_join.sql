-- The site's recompute that syncs first: the one that waits for it, or is at it and then reads once more, else a new one.
insert into jobs (account_id, site_id, kind, sync, message)
values (@account_id, @site_id, 'recompute', true, 'Waiting to read what is new.')
on conflict (account_id, site_id) where kind = 'recompute' and sync and status in ('queued', 'running')
do update set again = jobs.again or jobs.status = 'running'
returning jobs.id::text as id, jobs.account_id::text as account_id, coalesce(jobs.site_id::text, '') as site_id, jobs.kind, jobs.status,
       jobs.progress::float8 as progress, jobs.message, jobs.result, jobs.problem, jobs.created_at, jobs.updated_at
