-- One row: an uploaded file; without the file, for its owner to keep.
select (to_jsonb(uploads) - array['account_id', 'object_key', 'attempts'])::text
from uploads
where account_id = @account_id
