-- Forgets events that are not told again.
delete from user_events where received_at < @before
