-- Stops what a site reads from a provider, or says that it is not wanted where it was never begun.
insert into connections (account_id, site_id, provider, status)
values (@account_id, @site_id, @provider, 'disconnected')
on conflict (account_id, site_id, provider) do update
set status = 'disconnected', credential_id = null, last_error = null
