-- One row: whether the event was dealt with; it is kept when it is new.
insert into user_events (id, type, received_at)
values (@id, @type, @now)
on conflict (id) do update set type = user_events.type
returning done_at is not null as done
