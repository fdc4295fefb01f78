-- A null leaves the column as it is; an empty GA4 property clears it.
update sites
set name = coalesce(@name, name),
    domain = coalesce(@domain, domain),
    ga4_property_id = case when @ga4_property_id::text is null then ga4_property_id else nullif(@ga4_property_id, '') end,
    currency = coalesce(@currency, currency),
    time_zone = coalesce(@time_zone, time_zone)
where account_id = @account_id and id = @id
returning sites.id::text as id, sites.account_id::text as account_id, sites.name, sites.domain,
       coalesce(sites.ga4_property_id, '') as ga4_property_id, sites.currency, sites.time_zone, sites.is_demo as demo, sites.created_at
