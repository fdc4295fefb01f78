-- One row: a person who signs in, for its owner to keep.
select (to_jsonb(users) - 'account_id')::text
from users
where account_id = @account_id
