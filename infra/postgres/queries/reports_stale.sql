-- One row: a link, of any account, whose token another key than the given one encrypts.
select id::text as id, account_id::text as account_id, token
from reports
where key_id <> @key_id and (@after = '' or id > nullif(@after, '')::uuid)
order by id
limit @most
