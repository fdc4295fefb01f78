-- Keeps a credential; one that was there already is good again.
insert into credentials (id, account_id, kind, label, secret, key_id)
values (@id, @account_id, @kind, @label, @secret, @key_id)
on conflict (id) do update
set secret = excluded.secret, key_id = excluded.key_id, revoked = false, created_at = now()
where credentials.account_id = excluded.account_id
