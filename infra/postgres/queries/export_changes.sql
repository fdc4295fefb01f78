-- One row: a note, or what changed on a site, for its owner to keep.
select (to_jsonb(site_changes) - 'account_id')::text
from site_changes
where account_id = @account_id
