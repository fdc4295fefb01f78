-- One row: a credential, of any account, that no connection uses, such as one of a site that was deleted.
select id::text as id, account_id::text as account_id, kind, label, secret, key_id, revoked, created_at
from credentials
where created_at < @before
  and not exists (select from connections where connections.account_id = credentials.account_id and connections.credential_id = credentials.id)
order by created_at, id
limit 1000
