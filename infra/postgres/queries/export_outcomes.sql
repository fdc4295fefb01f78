-- One row: what came of a fix: its forecast and the gain that was measured, for its owner to keep.
select (to_jsonb(outcomes) - 'account_id')::text
from outcomes
where account_id = @account_id
