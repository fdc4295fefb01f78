-- Adds an API token. One row: it.
insert into api_tokens (account_id, user_id, name, scope, prefix, token_hash, created_at, expires_at)
values (@account_id, @user_id, @name, @scope, @prefix, @token_hash, @created_at, @expires_at)
returning id::text as id, account_id::text as account_id, user_id::text as user_id, name, scope, prefix, created_at, last_used_at, expires_at
