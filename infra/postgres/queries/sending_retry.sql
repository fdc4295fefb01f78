update report_sendings set retry_at = @retry_at where account_id = @account_id and id = @id and ended_at is null
