-- An event was dealt with.
update user_events set done_at = coalesce(done_at, @now) where id = @id
