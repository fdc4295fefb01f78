-- Ends a sending: nobody needs its file any more.
update report_sendings set ended_at = @now, made = null, file = null, retry_at = null where account_id = @account_id and id = @id
