select version from accounts where id = @account_id
