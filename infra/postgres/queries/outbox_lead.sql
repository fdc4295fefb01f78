-- One row: whether this session is now the one that publishes the outbox. It stays so until it ends.
-- The number is "outbox" in ASCII.
select pg_try_advisory_lock(122550254464888) as leads
