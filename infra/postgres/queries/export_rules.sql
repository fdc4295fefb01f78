-- One row: what the owner of a site says to the detectors, for its owner to keep.
select (to_jsonb(site_rules) - 'account_id')::text
from site_rules
where account_id = @account_id
