insert into reports (token_hash, revision, expires_at, body)
values (?, ?, ?, ?)
on conflict (token_hash) do update set revision = excluded.revision, expires_at = excluded.expires_at, body = excluded.body
