-- One row: what the account has bought, as Stripe said last, for its owner to keep.
select (to_jsonb(subscriptions) - 'account_id')::text
from subscriptions
where account_id = @account_id
