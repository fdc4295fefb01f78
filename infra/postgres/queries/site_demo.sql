-- One row: the account's site that load-demo fills.
select sites.id::text as id, sites.account_id::text as account_id, sites.name, sites.domain,
       coalesce(sites.ga4_property_id, '') as ga4_property_id, sites.currency, sites.time_zone, sites.is_demo as demo, sites.created_at
from sites
where account_id = @account_id and is_demo
