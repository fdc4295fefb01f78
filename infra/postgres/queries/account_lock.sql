-- Keeps the account to this transaction until it ends.
select from accounts where id = @account_id for no key update
