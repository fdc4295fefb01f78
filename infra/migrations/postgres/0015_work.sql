-- +goose Up

-- Jobs stay in the outbox until they are done; the queue only carries them. A job that the queue has lost is
-- published again.
alter table outbox
    add column published_at  timestamptz,                        -- jobs only: other rows are deleted when published
    add column stream        text        not null default '',    -- where the queue stored the job
    add column sequence      bigint      not null default 0,
    add column checked_at    timestamptz,                        -- when the queue was last seen to hold the job
    -- A worker renews its lease while it works. A lease that expires means that the worker's process has died.
    add column lease         uuid,
    add column lease_until   timestamptz,
    add column worker        text        not null default '',
    add column dead_workers  text[]      not null default '{}',  -- processes that died while they did the job
    add column crashes       integer     not null default 0,     -- of them, those that crashed by their own fault
    add column failures      integer     not null default 0,     -- attempts that returned an error
    add column waiting_since timestamptz,                        -- since when an engine has been unavailable
    add column reason        text        not null default '',
    add column given_up_at   timestamptz;

create index outbox_unpublished on outbox (id) where published_at is null;
create index outbox_checked on outbox (checked_at nulls first, id) where published_at is not null and given_up_at is null;
create index outbox_jobs on outbox ((payload->>'jobId')) where topic like 'job.%';
create index outbox_given_up on outbox (given_up_at) where given_up_at is not null;
