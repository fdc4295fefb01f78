-- One row: how often anything the account owns has changed.
select version from accounts where id = @account_id
