-- Adds the account's demo site, as of a day, and answers it.
insert into sites (account_id, name, domain, ga4_property_id, currency, time_zone, is_demo, created_at)
values (@account_id, @name, @domain, nullif(@ga4_property_id, ''), @currency, @time_zone, true,
        case when @today::date between (now() - interval '1 day')::date and (now() + interval '1 day')::date then now() else @today::date end)
returning sites.id::text as id, sites.account_id::text as account_id, sites.name, sites.domain,
       coalesce(sites.ga4_property_id, '') as ga4_property_id, sites.currency, sites.time_zone, sites.is_demo as demo, sites.created_at
