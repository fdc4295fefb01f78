-- name: crawl_join
-- The site's own crawl: the waiting or running one, else a new one.
with job as (
    insert into jobs (account_id, site_id, kind, message)
    values (@account_id, @site_id, 'crawl', 'Waiting to be crawled.')
    on conflict (account_id, site_id) where kind = 'crawl' and status in ('queued', 'running')
    do update set message = jobs.message -- returns the row
    returning jobs.id, jobs.account_id, jobs.site_id, jobs.kind, jobs.status, jobs.progress, jobs.message, jobs.result, jobs.problem, jobs.created_at, jobs.updated_at
), settings as (
    insert into site_crawls (job_id, account_id, site_id, url, max_pages, options)
    select id, account_id, site_id, @url, @max_pages, @options from job
    on conflict do nothing
)
select job.id::text as id, job.account_id::text as account_id, job.site_id::text as site_id, job.kind, job.status,
       job.progress::float8 as progress, job.message, job.result, job.problem, job.created_at, job.updated_at
from job;

-- name: crawl_settings
select job_id::text as job_id, account_id::text as account_id, site_id::text as site_id, url, max_pages, options
from site_crawls
where account_id = @account_id and job_id = @job_id;

-- name: crawl_stop
-- One row: the job of a crawl, which stops soon unless it has ended.
update site_crawls
set stopped = true
where account_id = @account_id and job_id = @job_id
returning job_id::text as job_id;

-- name: crawl_wish
-- No row: the crawl was deleted.
select stopped, paused from site_crawls where account_id = @account_id and job_id = @job_id;

-- name: crawl_pause
-- One row: the job of a crawl that has not ended.
update site_crawls
set paused = @paused
from jobs
where site_crawls.account_id = @account_id and site_crawls.job_id = @job_id
  and jobs.account_id = @account_id and jobs.id = site_crawls.job_id and jobs.status in ('queued', 'running')
returning site_crawls.job_id::text as job_id;

-- name: crawl_rest
-- Puts a paused crawl aside. No row: it was resumed or stopped meanwhile.
update jobs
set waits = true, status = 'queued', message = @message, updated_at = now()
from site_crawls
where jobs.account_id = @account_id and jobs.id = @job_id and jobs.status = 'running'
  and site_crawls.account_id = @account_id and site_crawls.job_id = jobs.id and site_crawls.paused and not site_crawls.stopped
returning jobs.id::text as job_id;

-- name: crawl_resume
-- Queues a crawl again that was put aside.
with resumed as (
    update jobs
    set waits = false, message = 'Going on.', updated_at = now()
    where account_id = @account_id and id = @job_id and kind = 'crawl' and waits and status = 'queued'
    returning account_id, site_id, id
)
insert into outbox (account_id, site_id, topic, payload)
select account_id, site_id, job_topic('crawl', false, false), jsonb_build_object('jobId', id, 'accountId', account_id)
from resumed;

-- name: crawl_addresses
select position, url, depth, record is not null as read
from crawl_addresses
where account_id = @account_id and job_id = @job_id
order by position;

-- name: crawl_found
insert into crawl_addresses (job_id, account_id, position, url, depth)
select @job_id, @account_id, found.position, found.url, found.depth
from unnest(@positions::int[], @urls::text[], @depths::int[]) as found (position, url, depth)
on conflict do nothing;

-- name: crawl_read
update crawl_addresses
set record = read.record
from unnest(@positions::int[], @records::bytea[]) as read (position, record)
where crawl_addresses.account_id = @account_id and crawl_addresses.job_id = @job_id and crawl_addresses.position = read.position;

-- name: crawl_pages
-- What was read of the next addresses, in the order of discovery.
select position, record
from crawl_addresses
where account_id = @account_id and job_id = @job_id and record is not null and position > @after
order by position
limit 100;

-- name: crawl_earlier_page
-- What the site's last crawl read of an address.
select record
from crawl_addresses
join site_crawls on site_crawls.job_id = crawl_addresses.job_id
where crawl_addresses.account_id = @account_id and crawl_addresses.url = @url and crawl_addresses.record is not null
  and site_crawls.account_id = @account_id and site_crawls.site_id = @site_id and site_crawls.finished
limit 1;

-- name: crawl_part
-- One row: the file of the crawl's first pages, if there is one, and what may be done with it.
select coalesce(uploads.id::text, '') as upload_id, coalesce(uploads.object_key, '') as object_key, coalesce(jobs.status in ('queued', 'running'), false) as busy,
       not exists (
           select from crawls
           where crawls.account_id = site_crawls.account_id and crawls.site_id = site_crawls.site_id and crawls.id is distinct from uploads.crawl_id
       ) as alone,
       coalesce(uploads.crawl_id = (
           select crawls.id from crawls
           where crawls.account_id = site_crawls.account_id and crawls.site_id = site_crawls.site_id
           order by crawls.imported_at desc, crawls.id
           limit 1
       ), false) as newest
from site_crawls
left join uploads on uploads.account_id = site_crawls.account_id and uploads.id = site_crawls.part_id
left join jobs on jobs.account_id = site_crawls.account_id and jobs.id = uploads.job_id
where site_crawls.account_id = @account_id and site_crawls.job_id = @job_id;

-- name: crawl_part_set
update site_crawls set part_id = @upload_id where account_id = @account_id and job_id = @job_id;

-- name: crawl_upload
-- The file that a crawl has become, or its first pages.
insert into uploads (id, account_id, site_id, job_id, object_key, file_name, bytes, sha256, put, site_given, confirmed, part, ended_early, notes)
values (@id, @account_id, @site_id, @job_id, @object_key, @file_name, @bytes, @sha256, false, true, true, @part, @ended_early, @notes);

-- name: crawl_upload_replace
-- Replaces the file of a crawl's first pages by a newer one; its import replaces theirs.
update uploads
set job_id = @job_id, object_key = @object_key, file_name = @file_name, bytes = @bytes, sha256 = @sha256, part = @part, ended_early = @ended_early, notes = @notes
where account_id = @account_id and site_id = @site_id and id = @id;

-- name: crawl_finish
update site_crawls set finished = true where account_id = @account_id and job_id = @job_id;

-- name: crawl_forget
-- Deletes what the site's earlier crawls kept, and this one's if no crawl follows: its file has it.
delete from crawl_addresses
using site_crawls
where crawl_addresses.account_id = @account_id and site_crawls.account_id = @account_id and site_crawls.site_id = @site_id
  and crawl_addresses.job_id = site_crawls.job_id
  and (site_crawls.job_id <> @job_id or crawl_addresses.record is null
       or not exists (select from crawl_schedules where crawl_schedules.account_id = @account_id and crawl_schedules.site_id = @site_id and every <> 'off'));
