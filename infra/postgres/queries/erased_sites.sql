-- One row: a site that was deleted of late.
select account_id::text as account_id, site_id::text as site_id
from erased_sites
order by erased_at
limit 1000
