-- One row: a credential of the account, the newest first.
select id::text as id, account_id::text as account_id, kind, label, secret, key_id, revoked, created_at
from credentials
where account_id = @account_id
order by created_at desc, id
