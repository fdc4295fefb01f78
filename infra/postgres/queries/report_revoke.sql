-- Has a link open no more. One that was revoked before stays as it was.
update reports
set revoked_at = coalesce(revoked_at, @now), body = null, revision = case when revoked_at is null then revision + 1 else revision end
where account_id = @account_id and id = @id and published > 0
returning id::text
