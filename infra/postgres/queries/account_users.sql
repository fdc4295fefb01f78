-- One row: a user of the account, and when its trial ends.
select users.subject, users.email, accounts.trial_ends_at
from users join accounts on accounts.id = users.account_id
where users.account_id = @account_id
