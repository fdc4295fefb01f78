-- One row: the account.
select id::text as id, plan, trial_ends_at, created_at
from accounts
where id = @account_id
