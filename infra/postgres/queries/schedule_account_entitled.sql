-- One row: whether the account has a plan, or its trial runs at a moment.
select plan <> '' or trial_ends_at > @now from accounts where id = @account_id
