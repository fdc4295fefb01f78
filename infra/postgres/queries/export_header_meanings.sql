-- One row: what the account said that headers of its files mean, for its owner to keep.
select (to_jsonb(header_meanings) - 'account_id')::text
from header_meanings
where account_id = @account_id
