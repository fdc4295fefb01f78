-- +goose Up

-- What an account or a site wants to be told of, where that differs from the defaults (decision 79).
create table alert_rules (
    id         uuid             primary key default gen_random_uuid(),
    account_id uuid             not null references accounts on delete cascade,
    site_id    uuid,                                -- null: all sites without a rule of their own
    rule       text             not null,
    enabled    boolean          not null,
    percent    double precision,                    -- smaller changes are not told; null: the rule has none
    value      double precision,                    -- smaller values or numbers are not told; null: the rule has none
    channels   text[]           not null,           -- email, webhook; the inbox always has it
    created_at timestamptz      not null default now(),
    unique nulls not distinct (account_id, site_id, rule),
    foreign key (account_id, site_id) references sites (account_id, id) on delete cascade
);

-- An alert is open until what it is about recovers. There is one for each onset, and one open for each subject.
create table alerts (
    id           uuid             primary key default gen_random_uuid(),
    account_id   uuid             not null references accounts on delete cascade,
    site_id      uuid             not null,
    rule         text             not null,
    subject      text             not null, -- '' the site; else a page, a provider, an opportunity
    onset        date             not null,
    title        text             not null,
    detail       text             not null,
    url          text             not null, -- where the app shows what it is about
    unit         text             not null, -- count, currency, issues or ''
    currency     text             not null default '',
    actual       double precision,          -- of the days that were judged; null: the rule compares nothing
    expected     double precision,
    low          double precision,          -- 90 % prediction interval of the expected
    high         double precision,
    channels     text[]           not null,
    status       text             not null default 'open' check (status in ('open', 'resolved')),
    resolution   text             not null default '',
    new_level    boolean          not null default false, -- resolved since what it is about has lasted
    resolved_day date,                                    -- the last day of data that was judged
    opened_at    timestamptz      not null default now(),
    resolved_at  timestamptz,
    deleted_at   timestamptz,                             -- nobody wants to see it; what it is about may still have to recover
    unique (account_id, site_id, rule, subject, onset),
    foreign key (account_id, site_id) references sites (account_id, id) on delete cascade
);
create unique index alerts_open on alerts (account_id, site_id, rule, subject) where status = 'open';
create index alerts_account on alerts (account_id, opened_at desc, id);

-- What a person has done with an alert.
create table alert_states (
    alert_id      uuid        not null references alerts on delete cascade,
    account_id    uuid        not null,
    user_id       uuid        not null,
    read_at       timestamptz,
    snoozed_until timestamptz,
    dismissed_at  timestamptz,
    primary key (alert_id, user_id),
    foreign key (account_id, user_id) references members (account_id, user_id) on delete cascade
);
create index alert_states_user on alert_states (account_id, user_id);

-- When the alerts of a site are looked at again: when a job of it has ended, and once a day. Version rises with each wish, so
-- that one that comes during a check is not lost.
create table alert_checks (
    site_id    uuid        primary key,
    account_id uuid        not null,
    due_at     timestamptz not null default now(),
    version    bigint      not null default 0,
    tests      jsonb       not null default '{}', -- p-values of the last check, by metric: other sites' discoveries count them
    tested_at  timestamptz,
    foreign key (account_id, site_id) references sites (account_id, id) on delete cascade
);
create index alert_checks_due on alert_checks (due_at);
create index alert_checks_account on alert_checks (account_id);
insert into alert_checks (account_id, site_id) select account_id, id from sites;

-- +goose StatementBegin
create function check_alerts() returns trigger language plpgsql as $$
begin
    insert into alert_checks (account_id, site_id) values (new.account_id, new.site_id)
    on conflict (site_id) do update set due_at = now(), version = alert_checks.version + 1;
    return null;
end $$;
-- +goose StatementEnd
create trigger job_ended after update of status on jobs for each row
    when (new.status in ('done', 'failed') and old.status <> new.status and new.site_id is not null) execute function check_alerts();

create trigger alerts_added   after insert on alerts referencing new table as changed_rows for each statement execute function raise_versions('alerts');
create trigger alerts_changed after update on alerts referencing new table as changed_rows for each statement execute function raise_versions('alerts');

-- +goose StatementBegin
create function tell_alert_rules() returns trigger language plpgsql as $$
declare
    account uuid := coalesce(new.account_id, old.account_id);
begin
    update accounts set version = version + 1 where id = account;
    insert into outbox (account_id, topic, payload) values (account, 'event.alerts', '{}');
    return null;
end $$;
-- +goose StatementEnd
create trigger alert_rules_changed after insert or update or delete on alert_rules for each row execute function tell_alert_rules();
create trigger alert_states_changed after insert or update on alert_states for each row execute function tell_alert_rules();
