-- +goose Up

-- Reports that go out by e-mail, by themselves. next_at is empty while one is paused, and until the next tick has planned it.
create table report_schedules (
    id           uuid        primary key default gen_random_uuid(),
    account_id   uuid        not null references accounts on delete cascade,
    site_id      uuid,                                -- null: all of the account's
    title        text        not null,
    date_range   text        not null,
    include_kpis boolean     not null,
    include_insights boolean not null,
    include_recommendations boolean not null,
    notes        text        not null,
    frequency    text        not null check (frequency in ('weekly', 'monthly')),
    weekday      smallint    not null check (weekday between 1 and 7),
    month_day    smallint    not null check (month_day between 1 and 31),
    hour         smallint    not null check (hour between 0 and 23),
    recipients   text[]      not null check (cardinality(recipients) between 1 and 10),
    active       boolean     not null,
    next_at      timestamptz,
    last_sent_at timestamptz,
    last_error   text        not null default '',
    created_at   timestamptz not null,
    unique (account_id, id),
    foreign key (account_id, site_id) references sites (account_id, id) on delete cascade
);
create index report_schedules_due on report_schedules (next_at) where active;
create index report_schedules_account on report_schedules (account_id, created_at desc);

-- One report of a schedule on its way. What is made is kept until all have it, so that a second attempt sends the same.
create table report_sendings (
    id          uuid        primary key default gen_random_uuid(),
    account_id  uuid        not null,
    schedule_id uuid        not null,
    due_at      timestamptz not null,                 -- what it was due at, or when its owner sent it by hand
    by_hand     boolean     not null,
    job_id      uuid        not null references jobs on delete cascade, -- the last one that sends it
    attempt     integer     not null default 0,
    made        bytea,                                -- what its mails say; null: not made yet
    file        bytea,                                -- the PDF
    file_name   text        not null default '',
    retry_at    timestamptz,                          -- when it is tried again
    ended_at    timestamptz,
    foreign key (account_id, schedule_id) references report_schedules (account_id, id) on delete cascade
);
create unique index report_sendings_once on report_sendings (schedule_id, due_at);
create unique index report_sendings_by_hand on report_sendings (schedule_id) where by_hand and ended_at is null; -- pressing twice sends once
create index report_sendings_job on report_sendings (job_id);
create index report_sendings_retry on report_sendings (retry_at) where ended_at is null and retry_at is not null;

-- One mail, recorded before it is given to the mail server and after. Its id is in its Message-ID, the same in every attempt, so that a mail
-- whose end nobody saw can be sent once more: who has it already drops it.
create table report_mails (
    id         uuid        primary key default gen_random_uuid(),
    account_id uuid        not null,
    sending_id uuid        not null references report_sendings on delete cascade,
    recipient  text        not null,
    status     text        not null default 'waiting' check (status in ('waiting', 'sending', 'sent', 'failed', 'unsubscribed')),
    began_at   timestamptz,
    sent_at    timestamptz,
    error      text        not null default '',
    unique (sending_id, recipient)
);

-- What stands in the unsubscribe link of a mail. It works as long as the account is there, whatever became of the schedule.
create table report_unsubscribe_tokens (
    token_hash bytea       primary key,               -- SHA-256
    account_id uuid        not null references accounts on delete cascade,
    recipient  text        not null,
    created_at timestamptz not null
);
create index report_unsubscribe_tokens_account on report_unsubscribe_tokens (account_id);

-- Who wants no reports of an account.
create table report_unsubscribes (
    account_id uuid        not null references accounts on delete cascade,
    recipient  text        not null check (recipient = lower(recipient)),
    at         timestamptz not null,
    primary key (account_id, recipient)
);

-- A site in another time zone has other hours: its schedules are planned anew.
-- +goose StatementBegin
create function plan_schedules() returns trigger language plpgsql as $$
begin
    update report_schedules set next_at = null where account_id = new.account_id and site_id = new.id;
    return null;
end $$;
-- +goose StatementEnd
create trigger site_moved after update of time_zone on sites for each row when (old.time_zone <> new.time_zone) execute function plan_schedules();

create trigger schedules_added   after insert on report_schedules    referencing new table as changed_rows for each statement execute function raise_versions('schedules');
create trigger schedules_changed after update on report_schedules    referencing new table as changed_rows for each statement execute function raise_versions('schedules');
create trigger schedules_removed after delete on report_schedules    referencing old table as changed_rows for each statement execute function raise_versions('schedules');
