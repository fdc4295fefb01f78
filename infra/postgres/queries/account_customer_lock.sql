-- At most one row: the customer that the account is to the payment provider; nobody reads its subscription meanwhile.
select customer_id from subscriptions where account_id = @account_id for update
