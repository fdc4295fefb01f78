-- Gives a sending that is to be tried again to a job. One row: its id; none when somebody else did.
update report_sendings
set job_id = @job_id, retry_at = null
where account_id = @account_id and id = @id and ended_at is null and retry_at <= @now
returning id::text as id
