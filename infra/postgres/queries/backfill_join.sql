-- The site's backfill: the one that waits, or runs and then looks once more, else a new one.
insert into jobs (account_id, site_id, kind, message)
values (@account_id, @site_id, 'backfill', 'Waiting to read older days.')
on conflict (account_id, site_id) where kind = 'backfill' and status in ('queued', 'running')
do update set again = jobs.again or jobs.status = 'running'
returning jobs.id::text as id, jobs.account_id::text as account_id, coalesce(jobs.site_id::text, '') as site_id, jobs.kind, jobs.status,
       jobs.progress::float8 as progress, jobs.message, jobs.result, jobs.problem, jobs.created_at, jobs.updated_at
