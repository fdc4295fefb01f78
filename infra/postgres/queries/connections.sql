-- name: connection_disconnect
-- Disconnects a site from a provider, or records that the owner does not want it connected.
insert into connections (account_id, site_id, provider, status)
values (@account_id, @site_id, @provider, 'disconnected')
on conflict (account_id, site_id, provider) do update
set status = 'disconnected', credential_id = null, last_error = null;

-- name: connection_put
-- Stores a site's connection to a provider. Another property gets another connection id.
insert into connections (account_id, site_id, provider, property, property_name, property_domain, currency, time_zone, credential_id, status, last_error)
values (@account_id, @site_id, @provider, @property, @property_name, @property_domain, @currency, @time_zone, nullif(@credential_id, '')::uuid, @status, @last_error)
on conflict (account_id, site_id, provider) do update
set id              = case when @replace then gen_random_uuid() else connections.id end,
    last_sync_at    = case when @replace then null else connections.last_sync_at end,
    property        = excluded.property,
    property_name   = excluded.property_name,
    property_domain = excluded.property_domain,
    currency        = excluded.currency,
    time_zone       = excluded.time_zone,
    credential_id   = excluded.credential_id,
    status          = excluded.status,
    last_error      = excluded.last_error;

-- name: connection_synced
-- Sets the status of a connection after a run, and returns the previous one.
update connections
set status = case when @error = '' then 'connected' else 'error' end,
    last_error = nullif(@error, ''),
    last_sync_at = case when @error = '' then now() else connections.last_sync_at end
from (select id, status from connections where account_id = @account_id and id = @id and status <> 'disconnected' for update) as before
where connections.account_id = @account_id and connections.id = before.id
returning before.status;

-- name: connections
-- One row per connection, including disconnected ones. An empty site is every site of the account.
select id::text as id, account_id::text as account_id, site_id::text as site_id, provider, property, property_name, property_domain, currency, time_zone,
       coalesce(credential_id::text, '') as credential_id, status, last_error, last_sync_at, created_at
from connections
where account_id = @account_id and (@site_id = '' or site_id = nullif(@site_id, '')::uuid)
order by created_at, id;

-- name: connections_live
-- One row per active connection. The complete days of a failing one count as before.
select id::text as id, account_id::text as account_id, site_id::text as site_id, provider, property, property_name, property_domain, currency, time_zone,
       coalesce(credential_id::text, '') as credential_id, status, last_error, last_sync_at, created_at
from connections
where account_id = @account_id and site_id = any(@site_ids::uuid[]) and status <> 'disconnected'
order by created_at, id;

-- name: demo_connection_add
-- Connects the demo site to a provider, unless it is connected or its owner has disconnected it.
insert into connections (account_id, site_id, provider, property, property_name, status)
values (@account_id, @site_id, @provider, @property, @property_name, 'connected')
on conflict (account_id, site_id, provider) do nothing;

-- name: erased_connections
-- One row per recently deleted connection.
select account_id::text as account_id, site_id::text as site_id, connection_id::text as connection_id
from erased_connections
order by erased_at
limit 1000;

-- name: erased_connections_forget
-- Forgets connections deleted so long ago that no sync of them can still be running.
delete from erased_connections where erased_at < @before;
