-- One row: what a site reads from a provider. Of one that has failed, the days that came whole count as before.
select id::text as id, account_id::text as account_id, site_id::text as site_id, provider, property, property_name, property_domain, currency, time_zone,
       coalesce(credential_id::text, '') as credential_id, status, last_error, last_sync_at, created_at
from connections
where account_id = @account_id and site_id = any(@site_ids::uuid[]) and status <> 'disconnected'
order by created_at, id
