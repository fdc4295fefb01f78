-- Begins another attempt of the sending of a job. One row: it, unless it has ended.
update report_sendings
set attempt = attempt + 1, retry_at = null
where account_id = @account_id and job_id = @job_id and ended_at is null
returning id::text as id, account_id::text as account_id, schedule_id::text as schedule_id, due_at, attempt, made, file, file_name
