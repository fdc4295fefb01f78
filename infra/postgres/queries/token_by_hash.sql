-- One row: the API token with this hash unless it has expired, and who made it with the account's plan, trial and version.
select api_tokens.id::text as token_id, api_tokens.name, api_tokens.scope, api_tokens.prefix, api_tokens.created_at, api_tokens.last_used_at,
       api_tokens.expires_at, users.id::text as id, users.account_id::text as account_id, users.email, users.first_name, users.last_name,
       users.profile_image_url, users.role, accounts.plan, accounts.trial_ends_at, accounts.version
from api_tokens
join users on users.id = api_tokens.user_id and users.account_id = api_tokens.account_id
join accounts on accounts.id = api_tokens.account_id
where token_hash = @token_hash and (expires_at is null or expires_at > @now)
