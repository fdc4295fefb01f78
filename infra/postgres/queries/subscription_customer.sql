-- One row: the customer that is tied to the account, this one unless there is one already.
-- The account is locked first: of two at once the second then meets a finished row; without it
-- the unique customer_id, which "on conflict" does not look at, would refuse it.
insert into subscriptions (account_id, customer_id)
select id, @customer_id
from accounts
where id = @account_id
for no key update
on conflict (account_id) do update set customer_id = subscriptions.customer_id
returning customer_id
