-- name: outbox_add
-- Has something told once this transaction is committed.
insert into outbox (account_id, topic, payload) values (@account_id, @topic, @payload);

-- name: outbox_delete
-- Forgets events that are published.
delete from outbox
where id = any(@ids);

-- name: outbox_lead
-- One row: whether this session is now the one that publishes the outbox. It stays so until it ends.
-- The number is "outbox" in ASCII.
select pg_try_advisory_lock(122550254464888) as leads;

-- name: outbox_next
-- One row is an event that waits to be published, oldest first.
select
    id,
    account_id,
    coalesce(site_id::text, '') as site_id,
    topic,
    payload,
    created_at
from outbox
order by id
limit @max_rows;
