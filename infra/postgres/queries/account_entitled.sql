-- One row: whether the account has a plan, or its trial still runs.
select plan <> '' or trial_ends_at > now() from accounts where id = @account_id
