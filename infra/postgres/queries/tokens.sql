-- name: token_add
-- Adds an API token. One row: the token.
insert into api_tokens (account_id, user_id, name, scope, prefix, token_hash, created_at, expires_at)
values (@account_id, @user_id, @name, @scope, @prefix, @token_hash, @created_at, @expires_at)
returning id::text as id, account_id::text as account_id, user_id::text as user_id, name, scope, prefix, created_at, last_used_at, expires_at;

-- name: token_by_hash
-- One row: the unexpired API token with this hash, its creator, and the account's plan and trial.
select api_tokens.id::text as token_id, api_tokens.name, api_tokens.scope, api_tokens.prefix, api_tokens.created_at, api_tokens.last_used_at,
       api_tokens.expires_at, users.id::text as id, api_tokens.account_id::text as account_id, users.email, users.first_name, users.last_name,
       users.profile_image_url, members.role,
       seen_sites(members.account_id, members.site_ids, members.client_ids)::text[] as site_ids, accounts.plan, accounts.trial_ends_at
from api_tokens
join users on users.id = api_tokens.user_id
join members on members.user_id = users.id and members.account_id = api_tokens.account_id
join accounts on accounts.id = api_tokens.account_id
where token_hash = @token_hash and (expires_at is null or expires_at > @now);

-- name: token_delete
-- Revokes an API token of the account. One row: its id.
delete from api_tokens where account_id = @account_id and id = @id returning id::text as id;

-- name: token_used
-- Sets the last use of an API token, once a minute.
update api_tokens set last_used_at = @minute
where account_id = @account_id and id = @id and (last_used_at is null or last_used_at < @minute);

-- name: tokens
-- One row per API token of the account, newest first.
select id::text as id, account_id::text as account_id, user_id::text as user_id, name, scope, prefix, created_at, last_used_at, expires_at
from api_tokens
where account_id = @account_id
order by created_at desc, id;

-- name: tokens_expired_forget
-- Deletes long expired API tokens of all accounts.
delete from api_tokens where expires_at < @before;

-- name: tokens_live_count
-- One row: the number of the account's unexpired API tokens.
select count(*) from api_tokens where account_id = @account_id and (expires_at is null or expires_at > @now);
