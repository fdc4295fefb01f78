-- One row: a credential of the account that no other account has. Withdrawing a sign-in with Google ends it for all of them.
select id::text as id, account_id::text as account_id, kind, label, secret, key_id, revoked, created_at
from credentials
where account_id = @account_id
  and not exists (select from credentials as others where others.kind = credentials.kind and others.label = credentials.label and others.account_id <> @account_id)
order by id
