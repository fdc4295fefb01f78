-- name: credential
-- One row: the credential.
select id::text as id, account_id::text as account_id, kind, label, secret, key_id, revoked, created_at
from credentials
where account_id = @account_id and id = @id;

-- name: credential_drop
-- Deletes and returns a credential without connections; no row while it has some.
delete from credentials
where account_id = @account_id and id = @id
  and not exists (select from connections where connections.account_id = @account_id and connections.credential_id = @id)
returning id::text as id, account_id::text as account_id, kind, label, secret, key_id, revoked, created_at;

-- name: credential_encrypted
-- Replaces the ciphertext of a secret; no row when it has changed since it was read.
update credentials
set secret = @secret, key_id = @key_id
where account_id = @account_id and id = @id and secret = @before
returning id::text;

-- name: credential_put
-- Stores a credential; an existing one becomes valid again.
insert into credentials (id, account_id, kind, label, secret, key_id)
values (@id, @account_id, @kind, @label, @secret, @key_id)
on conflict (id) do update
set secret = excluded.secret, key_id = excluded.key_id, revoked = false, created_at = now()
where credentials.account_id = excluded.account_id;

-- name: credential_revoke
-- Marks a credential as rejected by the provider, and its connections as failing.
with revoked as (
    update credentials set revoked = true where account_id = @account_id and id = @id returning id
)
update connections
set status = 'error', last_error = @last_error
from revoked
where connections.account_id = @account_id and connections.credential_id = revoked.id and connections.status <> 'disconnected';

-- name: credential_same
-- One row: the id of the account's credential of that kind and label.
select id::text from credentials where account_id = @account_id and kind = @kind and label = @label;

-- name: credential_shared
-- One row: whether any account has a credential of that kind and label. Revoking a Google grant ends it for
-- all of them.
select exists (select from credentials where kind = @kind and label = @label);

-- name: credentials
-- One row per credential of the account, newest first.
select id::text as id, account_id::text as account_id, kind, label, secret, key_id, revoked, created_at
from credentials
where account_id = @account_id
order by created_at desc, id;

-- name: credentials_stale
-- One row per credential, of any account, encrypted with another key than the given one.
select id::text as id, account_id::text as account_id, kind, label, secret, key_id, revoked, created_at
from credentials
where key_id <> @key_id and (@after = '' or id > nullif(@after, '')::uuid)
order by id
limit @max_rows;

-- name: credentials_unused
-- One row per credential, of any account, without connections, e.g. after its site was deleted.
select id::text as id, account_id::text as account_id, kind, label, secret, key_id, revoked, created_at
from credentials
where created_at < @before
  and not exists (select from connections where connections.account_id = credentials.account_id and connections.credential_id = credentials.id)
order by created_at, id
limit 1000;

-- name: google_sign_in_add
-- Stores a pending Google sign-in, and deletes expired ones.
with expired as (delete from google_sign_ins where expires_at < @now)
insert into google_sign_ins (state_hash, account_id, site_id, provider, browser_hash, verifier, expires_at)
values (@state_hash, @account_id, nullif(@site_id, '')::uuid, @provider, @browser_hash, @verifier, @expires_at);

-- name: google_sign_in_take
-- Deletes and returns the pending Google sign-in of a state, so that it is used once; no row when there is
-- none.
delete from google_sign_ins
where state_hash = @state_hash
returning state_hash, account_id::text as account_id, coalesce(site_id::text, '') as site_id, provider, browser_hash, verifier, expires_at;
