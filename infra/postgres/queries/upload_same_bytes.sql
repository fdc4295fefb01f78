-- One row: the job that imports the same bytes for the same site right now; without a site, wherever they go. Bytes that came by PUT and
-- come again by POST are one upload of a widget, also when the job is done.
select jobs.id::text as id, jobs.account_id::text as account_id, coalesce(jobs.site_id::text, '') as site_id, jobs.kind, jobs.status,
       jobs.progress::float8 as progress, jobs.message, jobs.result, jobs.problem, jobs.created_at, jobs.updated_at
from uploads join jobs on jobs.id = uploads.job_id
where uploads.account_id = @account_id
  and uploads.sha256 = @sha256
  and (@site_id = '' or uploads.site_id::text = @site_id)
  and uploads.created_at > @since
  and (jobs.status in ('queued', 'running') or jobs.status = 'done' and uploads.put and not @put)
order by uploads.created_at desc
limit 1
