-- Adds a link that nobody was given yet.
insert into reports (id, account_id, site_id, settings, title, date_range, token_hash, token, key_id, body, has_password, created_at, expires_at)
values (@id, @account_id, nullif(@site_id, '')::uuid, @settings, @title, @date_range, @token_hash, @token, @key_id, @body, @has_password, @created_at, @expires_at)
