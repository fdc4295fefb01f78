-- Lets another job import a file, with what its columns are said to mean. No row: it is being imported already.
update uploads
set job_id = @job_id, mapping = @mapping
from jobs
where uploads.account_id = @account_id and uploads.id = @id and jobs.id = uploads.job_id and jobs.status not in ('queued', 'running')
returning uploads.id::text as id
