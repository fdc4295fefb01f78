-- name: upload
select uploads.id::text as id, uploads.account_id::text as account_id, coalesce(uploads.site_id::text, '') as site_id,
       coalesce(uploads.crawl_id::text, '') as crawl_id, coalesce(uploads.import_id::text, '') as import_id, uploads.job_id::text as job_id,
       uploads.object_key, uploads.file_name, uploads.bytes, uploads.sha256, uploads.put, uploads.site_given,
       uploads.confirmed, uploads.waiting, uploads.partial, uploads.part, uploads.ended_early, uploads.notes, uploads.foreign_pages, uploads.mapping, uploads.recognition, uploads.warnings,
       uploads.pages, uploads.links, uploads.rejected, uploads.created_at, uploads.imported_at
from uploads
where account_id = @account_id and id = @id;

-- name: upload_add
insert into uploads (id, account_id, site_id, job_id, object_key, file_name, bytes, sha256, put, site_given, confirmed)
values (@id, @account_id, nullif(@site_id, '')::uuid, @job_id, @object_key, @file_name, @bytes, @sha256, @put, @site_id <> '', @confirmed);

-- name: upload_again
-- Queues another import of a file with a new mapping. No row: it is being imported.
update uploads
set job_id = @job_id, mapping = @mapping
from jobs
where uploads.account_id = @account_id and uploads.id = @id and jobs.id = uploads.job_id and jobs.status not in ('queued', 'running')
returning uploads.id::text as id;

-- name: upload_attempt
update uploads
set attempts = attempts || @import_id::uuid, site_id = @site_id
where account_id = @account_id and id = @id;

-- name: upload_by_job
select uploads.id::text as id, uploads.account_id::text as account_id, coalesce(uploads.site_id::text, '') as site_id,
       coalesce(uploads.crawl_id::text, '') as crawl_id, coalesce(uploads.import_id::text, '') as import_id, uploads.job_id::text as job_id,
       uploads.object_key, uploads.file_name, uploads.bytes, uploads.sha256, uploads.put, uploads.site_given,
       uploads.confirmed, uploads.waiting, uploads.partial, uploads.part, uploads.ended_early, uploads.notes, uploads.foreign_pages, uploads.mapping, uploads.recognition, uploads.warnings,
       uploads.pages, uploads.links, uploads.rejected, uploads.created_at, uploads.imported_at
from uploads
where account_id = @account_id and job_id = @job_id;

-- name: upload_delete
-- One row per import id of the upload that may have rows.
delete from uploads
where account_id = @account_id and id = @id
returning attempts::text[] as imports;

-- name: upload_finish
-- One row per import id of the upload whose rows may be unused.
with before as (
    select id, array_remove(attempts || import_id, null) as imports
    from uploads
    where account_id = @account_id and id = @id
    for update
)
update uploads
set site_id = @site_id, crawl_id = nullif(@crawl_id, '')::uuid, import_id = @import_id, recognition = @recognition, warnings = @warnings,
    attempts = '{}', pages = @pages, links = @links, rejected = @rejected, imported_at = @imported_at, waiting = @waiting,
    partial = @partial, foreign_pages = @foreign_pages
from before
where uploads.account_id = @account_id and uploads.id = before.id
returning before.imports::text[] as imports;

-- name: upload_imported
-- Another upload whose identical bytes are part of a crawl of the site.
select uploads.id::text as id, uploads.account_id::text as account_id, coalesce(uploads.site_id::text, '') as site_id,
       coalesce(uploads.crawl_id::text, '') as crawl_id, coalesce(uploads.import_id::text, '') as import_id, uploads.job_id::text as job_id,
       uploads.object_key, uploads.file_name, uploads.bytes, uploads.sha256, uploads.put, uploads.site_given,
       uploads.confirmed, uploads.waiting, uploads.partial, uploads.part, uploads.ended_early, uploads.notes, uploads.foreign_pages, uploads.mapping, uploads.recognition, uploads.warnings,
       uploads.pages, uploads.links, uploads.rejected, uploads.created_at, uploads.imported_at
from uploads
where account_id = @account_id and site_id = @site_id and sha256 = @sha256 and id <> @id and (crawl_id is not null or waiting)
order by imported_at desc, id
limit 1;

-- name: upload_confirm
-- Queues the import of a file for a site, although it looks wrong. No row: it is being imported.
update uploads
set job_id = @job_id, site_id = @site_id, site_given = true, confirmed = true
from jobs
where uploads.account_id = @account_id and uploads.id = @id and jobs.id = uploads.job_id and jobs.status not in ('queued', 'running')
returning uploads.id::text as id;

-- name: upload_join
-- Adds waiting files to a crawl.
update uploads
set crawl_id = @crawl_id, waiting = false
where account_id = @account_id and id = any(@ids::uuid[]) and waiting;

-- name: upload_same_bytes
-- One row: the running job that imports the same bytes for the same site, or for any without a site. A PUT
-- followed by a POST of the same bytes is one upload of a widget, even when the job is done.
select jobs.id::text as id, jobs.account_id::text as account_id, coalesce(jobs.site_id::text, '') as site_id, jobs.kind, jobs.status,
       jobs.progress::float8 as progress, jobs.message, jobs.result, jobs.problem, jobs.created_at, jobs.updated_at
from uploads join jobs on jobs.id = uploads.job_id
where uploads.account_id = @account_id
  and uploads.sha256 = @sha256
  and (@site_id = '' or uploads.site_id::text = @site_id)
  and uploads.created_at > @since
  and (jobs.status in ('queued', 'running') or jobs.status = 'done' and uploads.put and not @put)
order by uploads.created_at desc
limit 1;

-- name: uploads_of_crawl
-- The files of a crawl, in upload order.
select uploads.id::text as id, uploads.account_id::text as account_id, coalesce(uploads.site_id::text, '') as site_id,
       coalesce(uploads.crawl_id::text, '') as crawl_id, coalesce(uploads.import_id::text, '') as import_id, uploads.job_id::text as job_id,
       uploads.object_key, uploads.file_name, uploads.bytes, uploads.sha256, uploads.put, uploads.site_given,
       uploads.confirmed, uploads.waiting, uploads.partial, uploads.part, uploads.ended_early, uploads.notes, uploads.foreign_pages, uploads.mapping, uploads.recognition, uploads.warnings,
       uploads.pages, uploads.links, uploads.rejected, uploads.created_at, uploads.imported_at
from uploads
where account_id = @account_id and crawl_id = @crawl_id
order by imported_at, id;

-- name: object_add
-- Records an object that is about to be written. No row: it is being deleted.
insert into stored_objects (object_key) values (@object_key)
on conflict (object_key) do update set written_at = now() where not stored_objects.erasing
returning object_key;

-- name: object_forget
delete from stored_objects where object_key = @object_key;

-- name: objects_abandoned
-- Marks objects of no upload, which nothing may claim from then on. One row per object; those that an earlier
-- sweep marked and did not delete are among them.
update stored_objects
set erasing = true
where object_key in (
    select stored.object_key
    from stored_objects as stored
    where (stored.erasing or stored.written_at < @before)
      and not exists (select from uploads where uploads.object_key in (stored.object_key, regexp_replace(stored.object_key, '\.rejected\.csv$', '')))
    order by stored.written_at
    limit 500
    for update skip locked
)
returning object_key;

-- name: upload_keys
-- One row per upload of the account. For administrators only.
select object_key from uploads where account_id = @account_id;

-- name: uploads_waiting
-- The files of a site that wait for the pages of their crawl, in upload order.
select uploads.id::text as id, uploads.account_id::text as account_id, coalesce(uploads.site_id::text, '') as site_id,
       coalesce(uploads.crawl_id::text, '') as crawl_id, coalesce(uploads.import_id::text, '') as import_id, uploads.job_id::text as job_id,
       uploads.object_key, uploads.file_name, uploads.bytes, uploads.sha256, uploads.put, uploads.site_given,
       uploads.confirmed, uploads.waiting, uploads.partial, uploads.part, uploads.ended_early, uploads.notes, uploads.foreign_pages, uploads.mapping, uploads.recognition, uploads.warnings,
       uploads.pages, uploads.links, uploads.rejected, uploads.created_at, uploads.imported_at
from uploads
where account_id = @account_id and site_id = @site_id and waiting and imported_at > @since
order by imported_at, id;

-- name: uploads_unused
-- Uploads that became part of no crawl and that nothing is importing, oldest first.
select uploads.account_id::text as account_id, coalesce(uploads.site_id::text, '') as site_id, uploads.id::text as id, uploads.object_key
from uploads join jobs on jobs.id = uploads.job_id
where uploads.crawl_id is null and uploads.created_at < @before and jobs.status not in ('queued', 'running')
order by uploads.created_at
limit 500;

-- name: upload_forget
-- Deletes an upload unless somebody took it up meanwhile. One row: the import ids that may have rows.
delete from uploads
using jobs
where uploads.account_id = @account_id and uploads.id = @id and uploads.crawl_id is null
  and jobs.id = uploads.job_id and jobs.status not in ('queued', 'running')
returning array_remove(uploads.attempts || uploads.import_id, null)::text[] as imports;
