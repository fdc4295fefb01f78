-- One row: something that happened, for its owner to keep.
select (to_jsonb(activity) - 'account_id')::text
from activity
where account_id = @account_id
