-- At most one row: whose customer this is; nobody else reads its subscription meanwhile.
select account_id::text as account_id from subscriptions where customer_id = @customer_id for update
