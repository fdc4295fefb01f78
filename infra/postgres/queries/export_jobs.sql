-- One row: work that was asked for, for its owner to keep.
select (to_jsonb(jobs) - 'account_id')::text
from jobs
where account_id = @account_id
