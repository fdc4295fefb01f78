-- What an account sees of its plan has changed.
update accounts set version = version + 1 where id = @account_id
