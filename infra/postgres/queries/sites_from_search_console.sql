-- Adds a site, connected to Search Console, for each domain that the account does not have yet, and answers the sites in the order of
-- the request. The first ones are synced at once by jobs of their own; the others become due one after the other within an hour.
with wanted as (
    select domain, property, row_number() over (order by place) as place, count(*) over () as total
    from unnest(@domains::text[], @properties::text[]) with ordinality as given (domain, property, place)
    where not exists (select from sites where sites.account_id = @account_id and sites.domain = given.domain)
), added as (
    insert into sites (account_id, name, domain, currency, time_zone, created_at, next_sync_at)
    select @account_id, left(domain, 100), domain, @currency, @time_zone, @now::timestamptz + place * interval '1 microsecond',
           case when place > @at_once then @now::timestamptz + (place - @at_once) * (interval '1 hour' / total) end
    from wanted
    returning sites.id, sites.account_id, sites.name, sites.domain, sites.currency, sites.time_zone, sites.created_at
), connected as (
    insert into connections (account_id, site_id, provider, property, property_name, property_domain, credential_id, status)
    select @account_id, added.id, 'gsc', case when wanted.property = 'sc-domain:' || wanted.domain then '' else wanted.property end,
           wanted.property, wanted.domain, nullif(@credential_id, '')::uuid, 'connected'
    from added
    join wanted using (domain)
)
select added.id::text as id, added.account_id::text as account_id, added.name, added.domain, '' as ga4_property_id, added.currency, added.time_zone,
       false as demo, added.created_at
from added
order by added.created_at
