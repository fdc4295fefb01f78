-- One row: the user with this Clerk subject, and the account's plan and trial.
select users.id::text as id, users.account_id::text as account_id, users.email, users.first_name, users.last_name,
       users.profile_image_url, users.role, accounts.plan, accounts.trial_ends_at
from users join accounts on accounts.id = users.account_id
where users.subject = @subject
