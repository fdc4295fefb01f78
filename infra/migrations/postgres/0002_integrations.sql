-- +goose Up

-- Load-demo fills one site of an account from the simulator; its data are made up, not measured.
alter table sites add column is_demo boolean not null default false;
-- When the site's next daily sync is due; null until planned.
alter table sites add column next_sync_at timestamptz;
create unique index sites_one_demo on sites (account_id) where is_demo;

-- A secret for a provider's account, encrypted per owner: see ingest/connections.
create table credentials (
    id         uuid        primary key default gen_random_uuid(),
    account_id uuid        not null references accounts on delete cascade,
    kind       text        not null check (kind in ('google_oauth', 'google_service_account', 'semrush_key', 'pagespeed_key')),
    -- for people: an e-mail address, or the last characters of a key
    label      text        not null,
    secret     bytea       not null,
    key_id     bigint      not null,           -- of the encryption key in ENCRYPTION_KEYSET
    revoked    boolean     not null default false, -- rejected by the provider
    created_at timestamptz not null default now(),
    unique (account_id, id)
);
create unique index credentials_of_google on credentials (account_id, kind, label);

-- A site's connection to a provider. Another property gets another id, and the facts of the old one are
-- erased.
create table connections (
    id            uuid        primary key default gen_random_uuid(),
    account_id    uuid        not null references accounts on delete cascade,
    site_id       uuid        not null,
    provider      text        not null check (provider in ('ga4', 'gsc', 'gads', 'semrush', 'pagespeed')),
    -- GA4 property id, Search Console site, Ads customer id; '' is that of the site or the settings
    property      text        not null default '',
    property_name text        not null default '',
    property_domain text      not null default '', -- reported by the provider; '' is unknown
    currency      text        not null default '', -- of the property, ISO 4217; '' is unknown
    time_zone     text        not null default '', -- of the property, IANA; '' is unknown
    credential_id uuid,                            -- null uses the credentials of the settings
    status        text        not null default 'pending' check (status in ('pending', 'connected', 'error', 'disconnected')),
    last_error    text,
    last_sync_at  timestamptz,                     -- end of the last successful sync
    created_at    timestamptz not null default now(),
    unique (account_id, site_id, provider),
    unique (account_id, id),
    foreign key (account_id, site_id) references sites (account_id, id) on delete cascade,
    foreign key (account_id, credential_id) references credentials (account_id, id)
);

-- A sync run of a connection.
create table sync_runs (
    id            uuid        primary key default gen_random_uuid(),
    account_id    uuid        not null references accounts on delete cascade,
    site_id       uuid        not null,
    connection_id uuid        not null,
    provider      text        not null,
    kind          text        not null check (kind in ('recent', 'backfill')),
    status        text        not null default 'running' check (status in ('running', 'done', 'failed')),
    days          bigint      not null default 0, -- complete days of reports
    days_wanted   bigint      not null default 0,
    rows_read     bigint      not null default 0,
    error         text,
    started_at    timestamptz not null default now(),
    finished_at   timestamptz,
    foreign key (account_id, site_id) references sites (account_id, id) on delete cascade
);
create index sync_runs_site on sync_runs (account_id, site_id, started_at desc);

-- A pending Google sign-in. Returning from Google's page deletes it, so that it works once.
create table google_sign_ins (
    state_hash   bytea       primary key,        -- SHA-256 of the OAuth state
    account_id   uuid        not null references accounts on delete cascade,
    site_id      uuid,                           -- null to add sites of the account from Search Console
    provider     text        not null check (provider in ('ga4', 'gsc', 'gads')),
    browser_hash bytea       not null,           -- SHA-256 of the cookie of the browser that started it
    verifier     text        not null,           -- PKCE verifier; useless without Google's code
    expires_at   timestamptz not null,
    foreign key (account_id, site_id) references sites (account_id, id) on delete cascade
);

-- A recompute with a sync starts in ingest, which passes it on to analytics. One without does not wait for
-- slow providers, so a site may have one of each; analytics gets one at a time.
alter table jobs add column sync  boolean not null default false; -- not synced yet
-- synced, and scored after the site's earlier recompute
alter table jobs add column waits boolean not null default false;
drop index jobs_one_recompute;
create unique index jobs_one_recompute on jobs (account_id, site_id) where kind = 'recompute' and not sync and not waits and status in ('queued', 'running');
create unique index jobs_one_sync on jobs (account_id, site_id) where kind = 'recompute' and sync and status in ('queued', 'running');
create unique index jobs_one_demo on jobs (account_id) where kind = 'demo' and status in ('queued', 'running');
create unique index jobs_one_backfill on jobs (account_id, site_id) where kind = 'backfill' and status in ('queued', 'running');

-- +goose StatementBegin
create or replace function queue_job() returns trigger language plpgsql as $$
begin
    insert into outbox (account_id, site_id, topic, payload)
    values (new.account_id, new.site_id, 'job.' || case when new.sync then 'sync' else new.kind end,
            jsonb_build_object('jobId', new.id, 'accountId', new.account_id));
    return null;
end $$;
-- +goose StatementEnd

create trigger connections_added   after insert on connections referencing new table as changed_rows for each statement execute function raise_versions('integrations');
create trigger connections_changed after update on connections referencing new table as changed_rows for each statement execute function raise_versions('integrations');
create trigger connections_removed after delete on connections referencing old table as changed_rows for each statement execute function raise_versions('integrations');

-- Recently deleted connections, erased a second time because a running sync may have written rows after the
-- first.
create table erased_connections (
    account_id    uuid        not null,
    site_id       uuid        not null,
    connection_id uuid        primary key,
    erased_at     timestamptz not null default now()
);

-- Erases the facts of a deleted connection; those of a deleted site are erased with the site.
-- +goose StatementBegin
create function erase_connection() returns trigger language plpgsql as $$
begin
    if not exists (select from sites where sites.account_id = old.account_id and sites.id = old.site_id) then
        return null; -- erased with its site
    end if;
    insert into erased_connections (account_id, site_id, connection_id) values (old.account_id, old.site_id, old.id);
    insert into outbox (account_id, site_id, topic, payload)
    values (old.account_id, old.site_id, 'job.erase-connection',
            jsonb_build_object('accountId', old.account_id, 'siteId', old.site_id, 'connectionId', old.id));
    return null;
end $$;
-- +goose StatementEnd
create trigger connection_deleted after delete on connections for each row execute function erase_connection();
create trigger connection_replaced after update of id on connections for each row when (old.id <> new.id) execute function erase_connection();

-- A connection without a property uses the site's: changing that makes it another connection.
-- +goose StatementBegin
create function replace_connections() returns trigger language plpgsql as $$
begin
    update connections
    set id = gen_random_uuid(), property_name = '', property_domain = '', currency = '', time_zone = '', last_error = null, last_sync_at = null,
        status = case status when 'disconnected' then status else 'pending' end
    where account_id = new.account_id and site_id = new.id and property = ''
      and (new.domain <> old.domain and provider in ('gsc', 'semrush', 'pagespeed')
           or new.ga4_property_id is distinct from old.ga4_property_id and provider = 'ga4');
    return null;
end $$;
-- +goose StatementEnd
create trigger site_reads_other_properties after update of domain, ga4_property_id on sites for each row execute function replace_connections();
