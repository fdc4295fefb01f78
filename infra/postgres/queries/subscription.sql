-- One row: what the account has bought; empty columns while that is nothing.
select coalesce(customer_id, '') as customer_id, coalesce(subscriptions.id, '') as id, coalesce(status, '') as status, coalesce(subscriptions.plan, '') as plan,
       coalesce(next_plan, '') as next_plan, period_ends_at, cancels_at, past_due_since
from accounts left join subscriptions on subscriptions.account_id = accounts.id
where accounts.id = @account_id
