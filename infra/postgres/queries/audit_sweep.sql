-- Forgets what was done before a moment, in all accounts.
delete from audit_log where created_at < @before
