-- One row: a link to a report; without its address, which is a secret, for its owner to keep.
select (to_jsonb(reports) - array['account_id', 'token_hash', 'token', 'key_id', 'body', 'revision', 'published', 'position'])::text
from reports
where account_id = @account_id
order by id
