-- One row: what a site reads, or read until it was disconnected, from a provider. An empty site is every site of the account.
select id::text as id, account_id::text as account_id, site_id::text as site_id, provider, property, property_name, property_domain, currency, time_zone,
       coalesce(credential_id::text, '') as credential_id, status, last_error, last_sync_at, created_at
from connections
where account_id = @account_id and (@site_id = '' or site_id = nullif(@site_id, '')::uuid)
order by created_at, id
