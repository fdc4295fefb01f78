insert into report_unsubscribes (account_id, recipient, at) values (@account_id, lower(@recipient), @now) on conflict do nothing
