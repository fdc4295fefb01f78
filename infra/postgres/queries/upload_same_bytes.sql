-- The job that imports the same bytes for the same site, or did within the last minutes; without a site, wherever they went.
select jobs.id::text as id, jobs.account_id::text as account_id, coalesce(jobs.site_id::text, '') as site_id, jobs.kind, jobs.status,
       jobs.progress::float8 as progress, jobs.message, jobs.result, jobs.problem, jobs.created_at, jobs.updated_at
from uploads join jobs on jobs.id = uploads.job_id
where uploads.account_id = @account_id
  and uploads.sha256 = @sha256
  and (@site_id = '' or uploads.site_id::text = @site_id)
  and uploads.created_at > @since
  and jobs.status <> 'failed'
order by uploads.created_at desc
limit 1
