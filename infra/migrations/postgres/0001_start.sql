-- +goose Up

-- An account owns sites. Every change of its data raises its version.
create table accounts (
    id            uuid        primary key default gen_random_uuid(),
    plan          text        not null default '' check (plan in ('', 'seo', 'ads', 'both')),
    trial_ends_at timestamptz not null,
    version       bigint      not null default 0,
    created_at    timestamptz not null default now()
);

create table users (
    id                uuid        primary key default gen_random_uuid(),
    account_id        uuid        not null references accounts on delete cascade,
    subject           text        not null unique,
    email             text        not null default '',
    first_name        text        not null default '',
    last_name         text        not null default '',
    profile_image_url text        not null default '',
    role              text        not null default 'owner' check (role in ('owner')),
    created_at        timestamptz not null default now()
);
create index users_account on users (account_id);

-- Sessions that were signed out before their tokens expired; deleted after that.
create table ended_sessions (
    session_id text        primary key,
    until      timestamptz not null
);

create table sites (
    id              uuid        primary key default gen_random_uuid(),
    account_id      uuid        not null references accounts on delete cascade,
    name            text        not null check (char_length(name) between 1 and 100),
    domain          text        not null check (domain = lower(domain)),
    ga4_property_id text        check (ga4_property_id ~ '^[0-9]+$'),
    currency        text        not null check (currency ~ '^[A-Z]{3}$'),
    time_zone       text        not null,
    version         bigint      not null default 0,
    created_at      timestamptz not null default now(),
    unique (account_id, domain),
    unique (account_id, id)
);

-- Background work. site_id is null while the site is unknown.
create table jobs (
    id          uuid        primary key default gen_random_uuid(),
    account_id  uuid        not null references accounts on delete cascade,
    site_id     uuid,
    kind        text        not null,
    status      text        not null default 'queued' check (status in ('queued', 'running', 'done', 'failed')),
    progress    real        not null default 0 check (progress between 0 and 1),
    message     text        not null default '',
    result      jsonb,
    problem     jsonb,
    again       boolean     not null default false, -- requested again while running
    created_at  timestamptz not null default now(),
    updated_at  timestamptz not null default now(),
    foreign key (account_id, site_id) references sites (account_id, id) on delete cascade
);
create index jobs_account on jobs (account_id, created_at desc);
-- Concurrent calls join one run.
create unique index jobs_one_recompute on jobs (account_id, site_id) where kind = 'recompute' and status in ('queued', 'running');

-- A crawl of a site, from one or several files. ClickHouse rows count only under the import_id stored here,
-- so an unfinished import is invisible.
create table crawls (
    id              uuid        primary key default gen_random_uuid(),
    account_id      uuid        not null references accounts on delete cascade,
    site_id         uuid        not null,
    import_id       uuid        not null,           -- of its pages and technical issues
    links_import_id uuid,                           -- of its links, from an inlinks export
    pages           bigint      not null default 0,
    links           bigint      not null default 0,
    issues          bigint      not null default 0,
    issues_by_severity jsonb    not null default '{}',
    -- compared with the previous crawl; null for a site's first
    new_issues      bigint,
    still_there_issues bigint,
    gone_issues     bigint,
    judged          text[]      not null default '{}', -- issue types that its columns allow to detect
    crawled_at      timestamptz,                    -- when the crawler ran, if the file contains it
    imported_at     timestamptz not null,
    unique (account_id, id),
    foreign key (account_id, site_id) references sites (account_id, id) on delete cascade
);
create index crawls_site on crawls (account_id, site_id, imported_at desc);

-- An uploaded file. site_id is null until known, crawl_id and import_id unless the file is part of a crawl. A
-- crawl of one file has the file's import_id; one of several files has its own, under which their rows are
-- joined.
create table uploads (
    id          uuid        primary key default gen_random_uuid(),
    account_id  uuid        not null references accounts on delete cascade,
    site_id     uuid,
    crawl_id    uuid,
    import_id   uuid,                              -- of its own rows in ClickHouse
    job_id      uuid        not null references jobs on delete cascade, -- the last job to import it
    object_key  text        not null,
    file_name   text        not null,
    bytes       bigint      not null,
    sha256      text        not null,
    -- sent by PUT, which upload widgets may follow by a POST of the same bytes
    put         boolean     not null default false,
    mapping     jsonb       not null default '{}', -- header → field, set by the owner
    attempts    uuid[]      not null default '{}', -- every import_id that may have unused rows
    recognition jsonb       not null default '[]', -- the detected type of each table
    warnings    jsonb       not null default '[]',
    pages       bigint      not null default 0,    -- rows read
    links       bigint      not null default 0,
    rejected    bigint      not null default 0,
    created_at  timestamptz not null default now(),
    imported_at timestamptz,
    foreign key (account_id, site_id) references sites (account_id, id) on delete cascade,
    foreign key (account_id, crawl_id) references crawls (account_id, id) on delete cascade
);
create index uploads_job on uploads (job_id);
create index uploads_bytes on uploads (account_id, sha256, created_at desc);
create index uploads_crawl on uploads (account_id, crawl_id);

-- The account's header mapping, applied to later files.
create table header_meanings (
    account_id uuid        not null references accounts on delete cascade,
    header     text        not null check (header = lower(header)),
    field      text        not null,
    said_at    timestamptz not null,
    primary key (account_id, header)
);

create table insights (
    id            uuid             primary key default gen_random_uuid(),
    account_id    uuid             not null references accounts on delete cascade,
    site_id       uuid             not null,
    type          text             not null,
    entity_type   text             not null,
    entity        jsonb            not null,
    entity_key    text             not null,
    title         text             not null,
    summary       text             not null,
    instructions  text             not null,
    evidence      jsonb            not null,
    impact        smallint         not null check (impact between 0 and 100),
    effort        smallint         not null check (effort between 0 and 100),
    confidence    smallint         not null check (confidence between 0 and 100),
    score         smallint         not null check (score between 0 and 100),
    value_low     double precision,
    value_mid     double precision,
    value_high    double precision,
    value_unit    text             check (value_unit in ('currency', 'clicks')),
    value_currency text,
    expected_value double precision not null default 0, -- value_mid x confidence, 0 when unknown
    status        text             not null default 'open' check (status in ('open', 'in_progress', 'done', 'dismissed')),
    resolution    text             not null default '' check (resolution in ('', 'fixed', 'gone')),
    status_at     timestamptz      not null default now(), -- when the status last changed
    dismissed_at_value double precision,                   -- the expected value when it was dismissed
    found_at      timestamptz      not null default now(), -- when a recompute last found it
    snoozed_until timestamptz,
    created_at    timestamptz      not null default now(),
    updated_at    timestamptz      not null default now(),
    unique (site_id, type, entity_key),
    check ((value_mid is null) = (value_unit is null)),
    check (value_low <= value_mid and value_mid <= value_high),
    foreign key (account_id, site_id) references sites (account_id, id) on delete cascade
);
create index insights_order on insights (account_id, (status not in ('open', 'in_progress')), score desc, id);
create index insights_site_order on insights (account_id, site_id, (status not in ('open', 'in_progress')), score desc, id);

-- The user's mark of a technical issue; issue_id is stable across crawls.
create table issue_marks (
    account_id uuid        not null references accounts on delete cascade,
    site_id    uuid        not null,
    issue_id   uuid        not null,
    status     text        not null check (status in ('fixed')),
    marked_at  timestamptz not null default now(),
    primary key (account_id, site_id, issue_id),
    foreign key (account_id, site_id) references sites (account_id, id) on delete cascade
);

-- Activity, for the Overview.
create table activity (
    id         uuid        primary key default gen_random_uuid(),
    account_id uuid        not null references accounts on delete cascade,
    site_id    uuid,
    kind       text        not null,
    text       text        not null,
    created_at timestamptz not null default now(),
    foreign key (account_id, site_id) references sites (account_id, id) on delete cascade
);
create index activity_account on activity (account_id, created_at desc);

-- Recently deleted sites, which are erased a second time because running work may have written rows after the
-- first.
create table erased_sites (
    account_id uuid        not null,
    site_id    uuid        primary key,
    erased_at  timestamptz not null default now()
);

-- Events for outside PostgreSQL: written in the transaction of their cause, published by the relay, then
-- deleted.
create table outbox (
    id         bigint      generated always as identity primary key,
    account_id uuid        not null,
    site_id    uuid,
    topic      text        not null, -- job.<kind> or event.<kind>
    payload    jsonb       not null default '{}',
    created_at timestamptz not null default now()
);

-- +goose StatementBegin
create function wake_relay() returns trigger language plpgsql as $$
begin
    notify outbox;
    return null;
end $$;
-- +goose StatementEnd
create trigger outbox_written after insert on outbox for each statement execute function wake_relay();

-- Raises the versions of every account and site in the changed rows, once per statement, and adds an event to
-- the outbox.
-- +goose StatementBegin
create function raise_versions() returns trigger language plpgsql as $$
begin
    -- Writers hold the account's lock already, so this does not wait.
    update accounts set version = version + 1
    where id in (select account_id from changed_rows);
    update sites set version = version + 1
    where (account_id, id) in (select account_id, site_id from changed_rows);
    insert into outbox (account_id, site_id, topic, payload)
    select distinct changed_rows.account_id, changed_rows.site_id, 'event.' || tg_argv[0], jsonb_build_object('version', accounts.version)
    from changed_rows join accounts on accounts.id = changed_rows.account_id;
    return null;
end $$;
-- +goose StatementEnd

create trigger insights_added   after insert on insights referencing new table as changed_rows for each statement execute function raise_versions('insights');
create trigger insights_changed after update on insights referencing new table as changed_rows for each statement execute function raise_versions('insights');
create trigger marks_added      after insert on issue_marks referencing new table as changed_rows for each statement execute function raise_versions('issues');
create trigger marks_changed    after update on issue_marks referencing new table as changed_rows for each statement execute function raise_versions('issues');
create trigger marks_removed    after delete on issue_marks referencing old table as changed_rows for each statement execute function raise_versions('issues');
create trigger activity_added   after insert on activity referencing new table as changed_rows for each statement execute function raise_versions('activity');

-- Jobs notify subscribers without changing a version: no cached response contains their progress.
-- +goose StatementBegin
create function tell_job() returns trigger language plpgsql as $$
begin
    insert into outbox (account_id, site_id, topic, payload)
    values (new.account_id, new.site_id, 'event.job', jsonb_build_object('jobId', new.id, 'progress', new.progress, 'message', new.message, 'status', new.status));
    return null;
end $$;
-- +goose StatementEnd
create trigger job_changed after update on jobs for each row execute function tell_job();

-- Publishes a queued job to its workers.
-- +goose StatementBegin
create function queue_job() returns trigger language plpgsql as $$
begin
    insert into outbox (account_id, site_id, topic, payload)
    values (new.account_id, new.site_id, 'job.' || new.kind, jsonb_build_object('jobId', new.id, 'accountId', new.account_id));
    return null;
end $$;
-- +goose StatementEnd
create trigger job_queued after insert on jobs for each row when (new.status = 'queued') execute function queue_job();

-- Queues the deletion of a site's facts in ClickHouse and files in object storage, before its uploads, which
-- list the files, are deleted. In batches of hundreds, because messages have a size limit.
-- +goose StatementBegin
create function erase_site() returns trigger language plpgsql as $$
begin
    update accounts set version = version + 1 where id = old.account_id;
    insert into erased_sites (account_id, site_id) values (old.account_id, old.id);
    insert into outbox (account_id, site_id, topic, payload)
    values (old.account_id, old.id, 'job.erase', jsonb_build_object('accountId', old.account_id, 'siteId', old.id)),
           (old.account_id, old.id, 'event.sites', '{}');
    insert into outbox (account_id, site_id, topic, payload)
    select old.account_id, old.id, 'job.sweep', jsonb_build_object('accountId', old.account_id, 'siteId', old.id,
               'objectKeys', jsonb_agg(object_key) || jsonb_agg(object_key || '.rejected.csv'))
    from (select object_key, row_number() over (order by id) / 300 as hundreds from uploads where account_id = old.account_id and site_id = old.id) as files
    group by hundreds;
    return old;
end $$;
-- +goose StatementEnd
create trigger site_deleted before delete on sites for each row execute function erase_site();

-- +goose StatementBegin
create function tell_site() returns trigger language plpgsql as $$
begin
    update accounts set version = version + 1 where id = new.account_id;
    insert into outbox (account_id, site_id, topic, payload) values (new.account_id, new.id, 'event.sites', '{}');
    return null;
end $$;
-- +goose StatementEnd
create trigger site_added after insert on sites for each row execute function tell_site();
create trigger site_edited after update on sites for each row
    when ((old.name, old.domain, old.ga4_property_id, old.currency, old.time_zone) is distinct from (new.name, new.domain, new.ga4_property_id, new.currency, new.time_zone))
    execute function tell_site();
