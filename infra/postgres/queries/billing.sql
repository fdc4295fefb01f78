-- name: billing_event_add
-- One row: whether the event was dealt with; it is kept when it is new.
insert into billing_events (id, type, customer_id, created_at, received_at)
values (@id, @type, @customer_id, @created_at, @now)
on conflict (id) do update set type = billing_events.type
returning done_at is not null as done;

-- name: billing_event_end
-- An event was dealt with.
update billing_events set done_at = coalesce(done_at, @now) where id = @id;

-- name: plans_unpaid_end
-- Takes the plan from accounts whose payment is due for too long.
update accounts set plan = '', version = version + 1
from subscriptions
where subscriptions.account_id = accounts.id and subscriptions.status = 'past_due' and subscriptions.past_due_since <= @since and accounts.plan <> '';

-- name: subscription
-- One row: what the account has bought; empty columns while that is nothing.
select coalesce(customer_id, '') as customer_id, coalesce(subscriptions.id, '') as id, coalesce(status, '') as status, coalesce(subscriptions.plan, '') as plan,
       coalesce(next_plan, '') as next_plan, period_ends_at, cancels_at, past_due_since
from accounts left join subscriptions on subscriptions.account_id = accounts.id
where accounts.id = @account_id;

-- name: subscription_account
-- At most one row: whose customer this is.
select account_id::text as account_id from subscriptions where customer_id = @customer_id;

-- name: subscription_customer
-- One row: the customer that is tied to the account, this one unless there is one already.
-- The account is locked first: of two at once the second then meets a finished row; without it
-- the unique customer_id, which "on conflict" does not look at, would refuse it.
insert into subscriptions (account_id, customer_id)
select id, @customer_id
from accounts
where id = @account_id
for no key update
on conflict (account_id) do update set customer_id = subscriptions.customer_id
returning customer_id;

-- name: subscription_customers
-- Every customer, those that were not read for longest first.
select customer_id from subscriptions order by refreshed_at nulls first, customer_id;

-- name: subscription_lock
-- At most one row: whose customer this is; nobody else reads its subscription meanwhile.
select account_id::text as account_id from subscriptions where customer_id = @customer_id for update;

-- name: subscription_put
-- Keeps what a customer has bought. Since when a payment is due stays as long as it is.
update subscriptions
set id = @id, status = @status, plan = @plan, next_plan = @next_plan, period_ends_at = @period_ends_at, cancels_at = @cancels_at,
    past_due_since = case when @status = 'past_due' then coalesce(past_due_since, @now) end,
    refreshed_at = @now
where customer_id = @customer_id
returning customer_id, id, status, plan, next_plan, period_ends_at, cancels_at, past_due_since;
