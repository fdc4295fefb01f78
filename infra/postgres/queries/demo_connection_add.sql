-- Connects the demo site to a provider of its own; one that its owner has disconnected comes back when they load the demo again.
insert into connections (account_id, site_id, provider, property, property_name, status)
values (@account_id, @site_id, @provider, @property, @property_name, 'connected')
on conflict (account_id, site_id, provider) do nothing
