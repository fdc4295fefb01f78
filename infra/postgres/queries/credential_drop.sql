-- Forgets a credential that no connection uses any more, and answers it; no row while one does.
delete from credentials
where account_id = @account_id and id = @id
  and not exists (select from connections where connections.account_id = @account_id and connections.credential_id = @id)
returning id::text as id, account_id::text as account_id, kind, label, secret, key_id, revoked, created_at
