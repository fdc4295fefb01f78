-- One row an API token of the account, the newest first.
select id::text as id, account_id::text as account_id, user_id::text as user_id, name, scope, prefix, created_at, last_used_at, expires_at
from api_tokens
where account_id = @account_id
order by created_at desc, id
