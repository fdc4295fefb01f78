-- Connects the demo site to a provider of its own, unless it is, or its owner has disconnected it.
insert into connections (account_id, site_id, provider, property, property_name, status)
values (@account_id, @site_id, @provider, @property, @property_name, 'connected')
on conflict (account_id, site_id, provider) do nothing
