-- One row: whether this session is now the one that publishes reports. It stays so until it ends.
-- The number is "report" in ASCII.
select pg_try_advisory_lock(125780003615348) as leads
