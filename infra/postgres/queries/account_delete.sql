-- Deletes an account with all that belongs to it.
delete from accounts where id = @account_id
