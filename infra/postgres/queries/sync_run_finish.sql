update sync_runs
set status = @status, days = @days, rows_read = @rows, error = nullif(@error, ''), finished_at = now()
where account_id = @account_id and id = @id
