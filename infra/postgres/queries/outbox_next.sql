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
limit @most
