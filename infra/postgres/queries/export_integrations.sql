-- One row: what a site reads from a provider; without credentials, for its owner to keep.
select (to_jsonb(connections) - array['account_id', 'credential_id'])::text
from connections
where account_id = @account_id
