-- One row: how many API tokens of the account have not expired.
select count(*) from api_tokens where account_id = @account_id and (expires_at is null or expires_at > @now)
