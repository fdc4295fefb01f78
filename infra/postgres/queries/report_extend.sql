-- Has a link open until another moment; no row for one that cannot open any more.
update reports
set expires_at = @expires_at, revision = revision + 1
where account_id = @account_id and id = @id and published > 0 and body is not null
returning id::text
