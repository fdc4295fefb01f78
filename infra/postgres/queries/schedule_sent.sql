-- What became of the newest sending.
update report_schedules
set last_sent_at = coalesce(@sent_at, last_sent_at), last_error = @error
where account_id = @account_id and id = @id
