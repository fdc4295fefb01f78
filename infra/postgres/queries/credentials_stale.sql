-- One row: a credential, of any account, that another key than the given one encrypts.
select id::text as id, account_id::text as account_id, kind, label, secret, key_id, revoked, created_at
from credentials
where key_id <> @key_id and (@after = '' or id > nullif(@after, '')::uuid)
order by id
limit @most
