-- Notes a sign-in with Google that was begun, and forgets those that nobody came back from.
with expired as (delete from google_sign_ins where expires_at < @now)
insert into google_sign_ins (state_hash, account_id, site_id, provider, browser_hash, verifier, expires_at)
values (@state_hash, @account_id, nullif(@site_id, '')::uuid, @provider, @browser_hash, @verifier, @expires_at)
