-- One row: whether the event was dealt with; it is kept when it is new.
insert into billing_events (id, type, customer_id, created_at, received_at)
values (@id, @type, @customer_id, @created_at, @now)
on conflict (id) do update set type = billing_events.type
returning done_at is not null as done
