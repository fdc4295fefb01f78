-- No row: the job was finished by somebody else.
update jobs
set status = 'failed', message = @message, problem = @problem, updated_at = now()
where account_id = @account_id and id = @id and status in ('queued', 'running')
returning kind, coalesce(site_id::text, '') as site_id, again
