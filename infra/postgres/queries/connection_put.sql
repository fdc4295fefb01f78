-- Keeps what a site reads from a provider. Another property makes it another connection.
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
    last_error      = excluded.last_error
