-- Says how far a running job is.
update jobs
set progress = @progress, message = @message, updated_at = now()
where account_id = @account_id and id = @id and status = 'running'
