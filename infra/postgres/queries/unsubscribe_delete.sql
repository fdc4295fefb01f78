delete from report_unsubscribes where account_id = @account_id and recipient = lower(@recipient)
