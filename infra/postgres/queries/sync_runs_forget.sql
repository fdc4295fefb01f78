-- Forgets runs that nobody asks about any more.
delete from sync_runs where started_at < @before
