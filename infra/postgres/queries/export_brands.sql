-- One row: what search data say of a site's brand, for its owner to keep.
select (to_jsonb(site_brands) - 'account_id')::text
from site_brands
where account_id = @account_id
