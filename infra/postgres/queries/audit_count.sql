-- One row: how much was done with the account.
select count(*) from audit_log where account_id = @account_id
