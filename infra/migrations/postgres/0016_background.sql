-- +goose Up

-- Scheduled syncs and recomputes wait behind what people requested: the queue carries them in a lane of their own.
alter table jobs add column background boolean not null default false;

-- +goose StatementBegin
create function job_topic(kind text, sync boolean, background boolean) returns text language sql immutable as $$
    select 'job.' || case when sync then 'sync' else kind end || case when background and kind = 'recompute' then '.later' else '' end
$$;
-- +goose StatementEnd

-- +goose StatementBegin
create or replace function queue_job() returns trigger language plpgsql as $$
begin
    insert into outbox (account_id, site_id, topic, payload)
    values (new.account_id, new.site_id, job_topic(new.kind, new.sync, new.background), jsonb_build_object('jobId', new.id, 'accountId', new.account_id));
    return null;
end $$;
-- +goose StatementEnd

-- Moves a waiting job to the first lane when a person requests what was scheduled. Its earlier delivery finds no row
-- and is dropped.
-- +goose StatementBegin
create function promote_job() returns trigger language plpgsql as $$
begin
    delete from outbox where topic like 'job.%.later' and payload->>'jobId' = new.id::text and lease is null and given_up_at is null;
    if found then
        insert into outbox (account_id, site_id, topic, payload)
        values (new.account_id, new.site_id, job_topic(new.kind, new.sync, false), jsonb_build_object('jobId', new.id, 'accountId', new.account_id));
    end if;
    return null;
end $$;
-- +goose StatementEnd
create trigger job_promoted after update of background on jobs for each row
    when (old.background and not new.background and new.status in ('queued', 'running')) execute function promote_job();
