-- name: site
-- One row: the site.
select sites.id::text as id, sites.account_id::text as account_id, sites.name, sites.domain,
       coalesce(sites.ga4_property_id, '') as ga4_property_id, sites.currency, sites.time_zone, sites.include_subdomains, coalesce(sites.client_id::text, '') as client_id, sites.tags, sites.is_demo as demo, sites.created_at
from sites
where account_id = @account_id and id = @id;

-- name: site_add
-- Adds a site and returns it.
insert into sites (account_id, name, domain, ga4_property_id, currency, time_zone, include_subdomains, client_id, tags)
values (@account_id, @name, @domain, nullif(@ga4_property_id, ''), @currency, @time_zone, coalesce(@include_subdomains, true),
        nullif(@client_id, '')::uuid, coalesce(@tags::text[], '{}'))
returning sites.id::text as id, sites.account_id::text as account_id, sites.name, sites.domain,
       coalesce(sites.ga4_property_id, '') as ga4_property_id, sites.currency, sites.time_zone, sites.include_subdomains, coalesce(sites.client_id::text, '') as client_id, sites.tags, sites.is_demo as demo, sites.created_at;

-- name: site_delete
-- Deletes a site with everything that belongs to it and returns its name.
delete from sites
where account_id = @account_id and id = @id
returning name;

-- name: site_demo
-- One row: the account's demo site.
select sites.id::text as id, sites.account_id::text as account_id, sites.name, sites.domain,
       coalesce(sites.ga4_property_id, '') as ga4_property_id, sites.currency, sites.time_zone, sites.include_subdomains, coalesce(sites.client_id::text, '') as client_id, sites.tags, sites.is_demo as demo, sites.created_at
from sites
where account_id = @account_id and is_demo;

-- name: site_demo_add
-- Adds the account's demo site as of a day, and returns it.
insert into sites (account_id, name, domain, ga4_property_id, currency, time_zone, is_demo, created_at)
values (@account_id, @name, @domain, nullif(@ga4_property_id, ''), @currency, @time_zone, true,
        case when @today::date between (now() - interval '1 day')::date and (now() + interval '1 day')::date then now() else @today::date end)
returning sites.id::text as id, sites.account_id::text as account_id, sites.name, sites.domain,
       coalesce(sites.ga4_property_id, '') as ga4_property_id, sites.currency, sites.time_zone, sites.include_subdomains, coalesce(sites.client_id::text, '') as client_id, sites.tags, sites.is_demo as demo, sites.created_at;

-- name: facts_version_raise
-- Marks the facts of a site's account as changed.
insert into facts_versions (account_id, reads)
select account_id, 1 from sites where account_id = @account_id and id = @site_id
on conflict (account_id) do update set reads = facts_versions.reads + 1;

-- name: site_sync_by
-- Plans a sync of the site no later than the given time.
update sites
set next_sync_at = least(next_sync_at, @at)
where account_id = @account_id and id = @id;

-- name: site_update
-- Null leaves a column unchanged; an empty GA4 property or client clears it.
update sites
set name = coalesce(@name, name),
    domain = coalesce(@domain, domain),
    ga4_property_id = case when @ga4_property_id::text is null then ga4_property_id else nullif(@ga4_property_id, '') end,
    currency = coalesce(@currency, currency),
    time_zone = coalesce(@time_zone, time_zone),
    include_subdomains = coalesce(@include_subdomains, include_subdomains),
    client_id = case when @client_id::text is null then client_id else nullif(@client_id, '')::uuid end,
    tags = coalesce(@tags::text[], tags),
    proof = case when coalesce(@domain, domain) = domain then proof else '' end,
    proven_at = case when coalesce(@domain, domain) = domain then proven_at end
where account_id = @account_id and id = @id
returning sites.id::text as id, sites.account_id::text as account_id, sites.name, sites.domain,
       coalesce(sites.ga4_property_id, '') as ga4_property_id, sites.currency, sites.time_zone, sites.include_subdomains, coalesce(sites.client_id::text, '') as client_id, sites.tags, sites.is_demo as demo, sites.created_at;

-- name: sites
-- One row per site of the account, oldest first.
select sites.id::text as id, sites.account_id::text as account_id, sites.name, sites.domain,
       coalesce(sites.ga4_property_id, '') as ga4_property_id, sites.currency, sites.time_zone, sites.include_subdomains, coalesce(sites.client_id::text, '') as client_id, sites.tags, sites.is_demo as demo, sites.created_at
from sites
where account_id = @account_id
order by created_at, id;

-- name: sites_due
-- One row per site whose daily sync is due or unplanned. Locked against other ticks, but without blocking
-- writes that reference the site. Accounts with an expired trial and no plan are not synced.
select sites.id::text as id, sites.account_id::text as account_id, sites.time_zone, sites.next_sync_at is not null as due
from sites
join accounts on accounts.id = sites.account_id
where (sites.next_sync_at is null or sites.next_sync_at <= @now)
  and (accounts.plan <> '' or accounts.trial_ends_at > @now)
  and exists (
    select from connections
    where connections.account_id = sites.account_id and connections.site_id = sites.id and connections.status <> 'disconnected'
)
order by sites.next_sync_at nulls first, sites.id
limit @max_rows
for no key update of sites skip locked;

-- name: sites_from_search_console
-- Adds a site, connected to Search Console, for each new domain, and returns the sites in request order. The
-- first ones get sync jobs now; the others become due one by one within an hour.
with wanted as (
    select domain, property, row_number() over (order by place) as place, count(*) over () as total
    from unnest(@domains::text[], @properties::text[]) with ordinality as given (domain, property, place)
    where not exists (select from sites where sites.account_id = @account_id and sites.domain = given.domain)
), added as (
    insert into sites (account_id, name, domain, currency, time_zone, created_at, next_sync_at)
    select @account_id, left(domain, 100), domain, @currency, @time_zone, @now::timestamptz + place * interval '1 microsecond',
           case when place > @at_once then @now::timestamptz + (place - @at_once) * (interval '1 hour' / total) end
    from wanted
    returning sites.id, sites.account_id, sites.name, sites.domain, sites.currency, sites.time_zone, sites.include_subdomains, sites.created_at
), connected as (
    insert into connections (account_id, site_id, provider, property, property_name, property_domain, credential_id, status)
    select @account_id, added.id, 'gsc', case when wanted.property = 'sc-domain:' || wanted.domain then '' else wanted.property end,
           wanted.property, wanted.domain, nullif(@credential_id, '')::uuid, 'connected'
    from added
    join wanted using (domain)
)
select added.id::text as id, added.account_id::text as account_id, added.name, added.domain, '' as ga4_property_id, added.currency, added.time_zone,
       added.include_subdomains, '' as client_id, '{}'::text[] as tags, false as demo, added.created_at
from added
order by added.created_at;

-- name: sites_next_sync
-- One row per planned site: its next daily sync. An empty site is every site of the account.
select id::text as site_id, next_sync_at
from sites
where account_id = @account_id and (@site_id = '' or id = nullif(@site_id, '')::uuid) and next_sync_at is not null;

-- name: sites_plan
-- Sets the next syncs of sites.
update sites
set next_sync_at = planned.at
from unnest(@ids::uuid[], @account_ids::uuid[], @times::timestamptz[]) as planned (id, account_id, at)
where sites.account_id = planned.account_id and sites.id = planned.id;

-- name: erased_sites
-- One row per recently deleted site.
select account_id::text as account_id, site_id::text as site_id
from erased_sites
order by erased_at
limit 1000;

-- name: erased_sites_forget
-- Forgets sites deleted so long ago that no work on them can still be running.
delete from erased_sites where erased_at < @before;

-- name: sites_named
-- One row per site of any account with this id or domain. For administrators only.
select sites.id::text as id, sites.account_id::text as account_id, sites.name, sites.domain,
       coalesce(sites.ga4_property_id, '') as ga4_property_id, sites.currency, sites.time_zone, sites.include_subdomains, coalesce(sites.client_id::text, '') as client_id, sites.tags, sites.is_demo as demo, sites.created_at
from sites
where id::text = @name or domain = @name
order by created_at, id;

-- name: site_ownership
-- One row: the proof of the site. A property of Search Console for the site's whole domain needs no other,
-- unless it could not be read for a month.
select case when connections.id is not null then 'search-console' else sites.proof end as proof,
       case when connections.id is null then sites.proven_at end as proven_at
from sites
left join connections on connections.account_id = sites.account_id and connections.site_id = sites.id
    and connections.provider = 'gsc' and not sites.is_demo
    and (connections.status = 'connected' or connections.status = 'error' and connections.last_sync_at > now() - interval '30 days')
    and connections.property_domain <> ''
    and right('.' || sites.domain, length(regexp_replace(connections.property_domain, '^www\.', '')) + 1)
        = '.' || regexp_replace(connections.property_domain, '^www\.', '')
    and coalesce(nullif(connections.property, ''), connections.property_name) !~ '^https?://[^/]+/.'
where sites.account_id = @account_id and sites.id = @site_id;

-- name: site_prove
update sites
set proof = @proof, proven_at = @now
where account_id = @account_id and id = @site_id
returning id::text as id;
