-- +goose Up

-- Scheduled reports by e-mail. next_at is null while paused, and until the next tick plans it.
create table report_schedules (
    id           uuid        primary key default gen_random_uuid(),
    account_id   uuid        not null references accounts on delete cascade,
    site_id      uuid,                                -- null is every site of the account
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

-- A sending of a schedule. Its content is kept until all recipients have it, so that retries send the same.
create table report_sendings (
    id          uuid        primary key default gen_random_uuid(),
    account_id  uuid        not null,
    schedule_id uuid        not null,
    due_at      timestamptz not null,                 -- the planned time, or that of a manual sending
    by_hand     boolean     not null,
    job_id      uuid        not null references jobs on delete cascade, -- the last job to send it
    attempt     integer     not null default 0,
    made        bytea,                                -- content of the e-mails; null until rendered
    file        bytea,                                -- the PDF
    file_name   text        not null default '',
    retry_at    timestamptz,                          -- time of the next attempt
    ended_at    timestamptz,
    foreign key (account_id, schedule_id) references report_schedules (account_id, id) on delete cascade
);
create unique index report_sendings_once on report_sendings (schedule_id, due_at);
-- a double click sends once
create unique index report_sendings_by_hand on report_sendings (schedule_id) where by_hand and ended_at is null;
create index report_sendings_job on report_sendings (job_id);
create index report_sendings_retry on report_sendings (retry_at) where ended_at is null and retry_at is not null;

-- An e-mail, recorded before and after it is sent. Its id is in the Message-ID, the same in every attempt, so
-- that an e-mail with an unknown result can be sent again: mail servers drop duplicates.
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

-- Tokens of unsubscribe links. They work as long as the account exists, even without the schedule.
create table report_unsubscribe_tokens (
    token_hash bytea       primary key,               -- SHA-256
    account_id uuid        not null references accounts on delete cascade,
    recipient  text        not null,
    created_at timestamptz not null
);
create index report_unsubscribe_tokens_account on report_unsubscribe_tokens (account_id);

-- Recipients who unsubscribed from an account's reports.
create table report_unsubscribes (
    account_id uuid        not null references accounts on delete cascade,
    recipient  text        not null check (recipient = lower(recipient)),
    at         timestamptz not null,
    primary key (account_id, recipient)
);

-- A new time zone of a site moves its local hours, so its schedules are planned again.
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
