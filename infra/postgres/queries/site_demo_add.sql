-- Adds the account's demo site and answers it.
insert into sites (account_id, name, domain, ga4_property_id, currency, time_zone, is_demo)
values (@account_id, @name, @domain, nullif(@ga4_property_id, ''), @currency, @time_zone, true)
returning sites.id::text as id, sites.account_id::text as account_id, sites.name, sites.domain,
       coalesce(sites.ga4_property_id, '') as ga4_property_id, sites.currency, sites.time_zone, sites.is_demo as demo, sites.created_at
