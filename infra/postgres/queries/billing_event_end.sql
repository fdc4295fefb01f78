-- An event was dealt with.
update billing_events set done_at = coalesce(done_at, @now) where id = @id
