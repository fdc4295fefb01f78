-- name: crawl_join
-- The site's own crawl: the waiting or running one, else a new one.
with job as (
    insert into jobs (account_id, site_id, kind, message)
    values (@account_id, @site_id, 'crawl', 'Waiting to be crawled.')
    on conflict (account_id, site_id) where kind = 'crawl' and status in ('queued', 'running')
    do update set message = jobs.message -- returns the row
    returning jobs.id, jobs.account_id, jobs.site_id, jobs.kind, jobs.status, jobs.progress, jobs.message, jobs.result, jobs.problem, jobs.created_at, jobs.updated_at
), settings as (
    insert into site_crawls (job_id, account_id, site_id, url, max_pages)
    select id, account_id, site_id, @url, @max_pages from job
    on conflict do nothing
)
select job.id::text as id, job.account_id::text as account_id, job.site_id::text as site_id, job.kind, job.status,
       job.progress::float8 as progress, job.message, job.result, job.problem, job.created_at, job.updated_at
from job;

-- name: crawl_settings
select job_id::text as job_id, account_id::text as account_id, site_id::text as site_id, url, max_pages
from site_crawls
where account_id = @account_id and job_id = @job_id;

-- name: crawl_stop
-- One row: the job of a crawl, which stops soon unless it has ended.
update site_crawls
set stopped = true
where account_id = @account_id and job_id = @job_id
returning job_id::text as job_id;

-- name: crawl_stopped
-- No row: the crawl was deleted.
select stopped from site_crawls where account_id = @account_id and job_id = @job_id;

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

-- name: crawl_upload
-- The file that a crawl has become.
insert into uploads (id, account_id, site_id, job_id, object_key, file_name, bytes, sha256, put, site_given, confirmed, ended_early, notes)
values (@id, @account_id, @site_id, @job_id, @object_key, @file_name, @bytes, @sha256, false, true, true, @ended_early, @notes);

-- name: crawl_forget
-- Deletes what the crawl has kept: its file has it.
delete from crawl_addresses where account_id = @account_id and job_id = @job_id;
