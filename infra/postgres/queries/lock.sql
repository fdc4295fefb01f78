-- Holds the name until the transaction ends, so that two of them do not both find that something is not there yet.
select pg_advisory_xact_lock(hashtextextended(@name, 1))
