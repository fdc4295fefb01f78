-- One row: when a provider was read, for its owner to keep.
select (to_jsonb(sync_runs) - 'account_id')::text
from sync_runs
where account_id = @account_id
