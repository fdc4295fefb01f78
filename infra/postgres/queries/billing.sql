-- name: billing_event_add
-- One row: whether the event has been processed; stores a new one.
insert into billing_events (id, type, customer_id, created_at, received_at)
values (@id, @type, @customer_id, @created_at, @now)
on conflict (id) do update set type = billing_events.type
returning done_at is not null as done;

-- name: billing_event_end
-- Marks an event as processed.
update billing_events set done_at = coalesce(done_at, @now) where id = @id;

-- name: plans_unpaid_end
-- Ends the plans of accounts whose payment is overdue for too long.
update accounts set plan = '', version = version + 1
from subscriptions
where subscriptions.account_id = accounts.id and subscriptions.status = 'past_due' and subscriptions.past_due_since <= @since and accounts.plan <> '';

-- name: subscription
-- One row: the account's subscription; empty columns without one.
select coalesce(customer_id, '') as customer_id, coalesce(subscriptions.id, '') as id, coalesce(status, '') as status, coalesce(subscriptions.plan, '') as plan,
       coalesce(next_plan, '') as next_plan, period_ends_at, cancels_at, past_due_since
from accounts left join subscriptions on subscriptions.account_id = accounts.id
where accounts.id = @account_id;

-- name: subscription_account
-- At most one row: the customer's account.
select account_id::text as account_id from subscriptions where customer_id = @customer_id;

-- name: subscription_customer
-- One row: the account's customer, which is the given one unless one is linked. The account is locked first:
-- a concurrent insert would otherwise violate the unique customer_id, which "on conflict" does not cover.
insert into subscriptions (account_id, customer_id)
select id, @customer_id
from accounts
where id = @account_id
for no key update
on conflict (account_id) do update set customer_id = subscriptions.customer_id
returning customer_id;

-- name: subscription_customers
-- Every customer, least recently read first.
select customer_id from subscriptions order by refreshed_at nulls first, customer_id;

-- name: subscription_lock
-- At most one row: the customer's account, locked against concurrent refreshes.
select account_id::text as account_id from subscriptions where customer_id = @customer_id for update;

-- name: subscription_put
-- Stores a customer's subscription. The start of an overdue payment stays until it is paid.
update subscriptions
set id = @id, status = @status, plan = @plan, next_plan = @next_plan, period_ends_at = @period_ends_at, cancels_at = @cancels_at,
    past_due_since = case when @status = 'past_due' then coalesce(past_due_since, @now) end,
    refreshed_at = @now
where customer_id = @customer_id
returning customer_id, id, status, plan, next_plan, period_ends_at, cancels_at, past_due_since;
