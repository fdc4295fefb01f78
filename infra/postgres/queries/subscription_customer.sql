-- One row: the customer that is tied to the account, this one unless there is one already.
insert into subscriptions (account_id, customer_id)
values (@account_id, @customer_id)
on conflict (account_id) do update set customer_id = subscriptions.customer_id
returning customer_id
