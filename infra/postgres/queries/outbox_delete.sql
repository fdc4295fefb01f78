-- Forgets events that are published.
delete from outbox
where id = any(@ids)
