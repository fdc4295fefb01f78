-- One row: an account, its plan and when its trial ends.
select id::text as id, plan, trial_ends_at from accounts where id = @account_id
