-- Every customer, those that were not read for longest first.
select customer_id from subscriptions order by refreshed_at nulls first, customer_id
