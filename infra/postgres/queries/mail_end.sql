-- What became of a mail; one that failed for now waits again.
update report_mails
set status = @status, error = @error, sent_at = case when @status = 'sent' then @now::timestamptz end
where account_id = @account_id and id = @id and status = 'sending'
