-- One row: an API token; without the token, for its owner to keep.
select jsonb_build_object('id', id, 'name', name, 'scope', scope, 'prefix', prefix, 'created_at', created_at, 'last_used_at', last_used_at, 'expires_at', expires_at)::text
from api_tokens
where account_id = @account_id
order by id
