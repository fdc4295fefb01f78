-- name: outbox_add
-- Adds an event to be published after this transaction commits.
insert into outbox (account_id, topic, payload) values (@account_id, @topic, @payload);

-- name: outbox_delete
-- Deletes published events.
delete from outbox
where id = any(@ids);

-- name: outbox_lead
-- One row: whether this session has become the publisher of the outbox, until it ends. The number is "outbox"
-- in ASCII.
select pg_try_advisory_lock(122550254464888) as leads;

-- name: outbox_next
-- One row per unpublished event, oldest first.
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
