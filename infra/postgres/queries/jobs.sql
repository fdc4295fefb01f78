-- name: job
-- One row: the job.
select jobs.id::text as id, jobs.account_id::text as account_id, coalesce(jobs.site_id::text, '') as site_id, jobs.kind, jobs.status,
       jobs.progress::float8 as progress, jobs.message, jobs.result, jobs.problem, jobs.created_at, jobs.updated_at
from jobs
where account_id = @account_id and id = @id;

-- name: jobs_computing
-- One row: whether an import, a crawl or a recompute is queued or running. A paused crawl is not. Somebody
-- looks at the site, so that its work goes before what is done in the background.
with wanted as (
    update jobs
    set background = false
    where account_id = @account_id and site_id = nullif(@site_id, '')::uuid and kind in ('import', 'recompute') and status in ('queued', 'running') and background
)
select exists (
    select from jobs
    where not (kind = 'crawl' and waits) and account_id = @account_id and (@site_id = '' or site_id::text = @site_id) and kind in ('import', 'crawl', 'recompute') and status in ('queued', 'running')
) as computing;

-- name: job_add
-- Queues a job; its trigger writes the outbox.
insert into jobs (account_id, site_id, kind, background, message)
values (@account_id, nullif(@site_id, '')::uuid, @kind, @kind = 'import' and waits_behind(@account_id, @kind), @message)
returning jobs.id::text as id, jobs.account_id::text as account_id, coalesce(jobs.site_id::text, '') as site_id, jobs.kind, jobs.status,
       jobs.progress::float8 as progress, jobs.message, jobs.result, jobs.problem, jobs.created_at, jobs.updated_at;

-- name: job_done
-- No row: another process has finished the job.
update jobs
set status = 'done', progress = 1, message = @message, result = @result, site_id = coalesce(nullif(@site_id, '')::uuid, site_id), updated_at = now()
where account_id = @account_id and id = @id and status in ('queued', 'running')
returning kind, coalesce(site_id::text, '') as site_id, again;

-- name: job_failed
-- No row: another process has finished the job.
update jobs
set status = 'failed', message = @message, problem = @problem, updated_at = now()
where account_id = @account_id and id = @id and status in ('queued', 'running')
returning kind, coalesce(site_id::text, '') as site_id, again;

-- name: job_progress
-- Sets the progress of a running job.
update jobs
set progress = greatest(progress, @progress), message = @message, updated_at = now()
where account_id = @account_id and id = @id and status = 'running';

-- name: job_start
-- No row: the job is finished, deleted, or not yet the caller's turn.
update jobs
set status = 'running', message = @message, updated_at = now()
where account_id = @account_id and id = @id and status in ('queued', 'running') and not sync and not waits
returning jobs.id::text as id, jobs.account_id::text as account_id, coalesce(jobs.site_id::text, '') as site_id, jobs.kind, jobs.status,
       jobs.progress::float8 as progress, jobs.message, jobs.result, jobs.problem, jobs.created_at, jobs.updated_at;

-- name: jobs_forget
-- Deletes finished jobs, except those of uploads and sent reports, and a site's newest, which records when it
-- was scored.
delete from jobs
where status in ('done', 'failed') and updated_at < @before
  and not exists (select from uploads where uploads.job_id = jobs.id)
  and not exists (select from report_sendings where report_sendings.job_id = jobs.id)
  and exists (
    select from jobs as newer
    where newer.account_id = jobs.account_id and newer.site_id is not distinct from jobs.site_id and newer.kind = jobs.kind
      and newer.status = 'done' and newer.updated_at > jobs.updated_at
  );

-- name: backfill_join
-- The site's backfill: the waiting or running one, which then runs once more, else a new one.
insert into jobs (account_id, site_id, kind, background, message)
values (@account_id, @site_id, 'backfill', @background, 'Waiting to read older days.')
on conflict (account_id, site_id) where kind = 'backfill' and status in ('queued', 'running')
do update set again = jobs.again or jobs.status = 'running'
returning jobs.id::text as id, jobs.account_id::text as account_id, coalesce(jobs.site_id::text, '') as site_id, jobs.kind, jobs.status,
       jobs.progress::float8 as progress, jobs.message, jobs.result, jobs.problem, jobs.created_at, jobs.updated_at;

-- name: demo_join
-- The account's demo load: the waiting or running one, else a new one.
insert into jobs (account_id, kind, message)
values (@account_id, 'demo', 'Waiting to load the demo data.')
on conflict (account_id) where kind = 'demo' and status in ('queued', 'running')
do update set message = jobs.message -- returns the row
returning jobs.id::text as id, jobs.account_id::text as account_id, coalesce(jobs.site_id::text, '') as site_id, jobs.kind, jobs.status,
       jobs.progress::float8 as progress, jobs.message, jobs.result, jobs.problem, jobs.created_at, jobs.updated_at;

-- name: recompute_join
-- The site's recompute in analytics: the waiting or running one, which then runs once more, else a new one.
insert into jobs (account_id, site_id, kind, background, message)
values (@account_id, @site_id, 'recompute', @background or waits_behind(@account_id, 'recompute'), 'Waiting to look for opportunities.')
on conflict (account_id, site_id) where kind = 'recompute' and not sync and not waits and status in ('queued', 'running')
do update set again = jobs.again or jobs.status = 'running', background = jobs.background and excluded.background
returning jobs.id::text as id, jobs.account_id::text as account_id, coalesce(jobs.site_id::text, '') as site_id, jobs.kind, jobs.status,
       jobs.progress::float8 as progress, jobs.message, jobs.result, jobs.problem, jobs.created_at, jobs.updated_at;

-- name: recompute_next
-- Passes the site's oldest waiting recompute to analytics, unless that has another one of the site.
with next as (
    update jobs
    set waits = false, updated_at = now()
    where account_id = @account_id
      and id = (
        select id
        from jobs
        where account_id = @account_id and site_id = @site_id and kind = 'recompute' and waits and status in ('queued', 'running')
        order by created_at, id
        limit 1
      )
      and not exists (
        select from jobs as other
        where other.account_id = @account_id and other.site_id = @site_id and other.kind = 'recompute'
          and not other.sync and not other.waits and other.status in ('queued', 'running')
      )
    returning account_id, site_id, id, background
)
insert into outbox (account_id, site_id, topic, payload)
select account_id, site_id, job_topic('recompute', false, background), jsonb_build_object('jobId', id, 'accountId', account_id)
from next;

-- name: sync_join
-- The site's recompute that starts with a sync: the waiting or running one, which then reads once more, else
-- a new one.
insert into jobs (account_id, site_id, kind, sync, background, message)
values (@account_id, @site_id, 'recompute', true, @background or waits_behind(@account_id, 'recompute'), 'Waiting to read what is new.')
on conflict (account_id, site_id) where kind = 'recompute' and sync and status in ('queued', 'running')
do update set again = jobs.again or jobs.status = 'running', background = jobs.background and excluded.background
returning jobs.id::text as id, jobs.account_id::text as account_id, coalesce(jobs.site_id::text, '') as site_id, jobs.kind, jobs.status,
       jobs.progress::float8 as progress, jobs.message, jobs.result, jobs.problem, jobs.created_at, jobs.updated_at;
