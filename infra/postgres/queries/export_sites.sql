-- One row: a site, for its owner to keep.
select (to_jsonb(sites) - array['account_id', 'version'])::text
from sites
where account_id = @account_id
