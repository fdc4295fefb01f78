-- At most one row: whose customer this is.
select account_id::text as account_id from subscriptions where customer_id = @customer_id
