-- Takes the plan from accounts whose payment is due for too long.
update accounts set plan = '', version = version + 1
from subscriptions
where subscriptions.account_id = accounts.id and subscriptions.status = 'past_due' and subscriptions.past_due_since <= @since and accounts.plan <> ''
