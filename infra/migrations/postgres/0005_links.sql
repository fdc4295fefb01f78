-- +goose Up

-- A link to a report as of the link's creation. Readers get a copy from the replica of reports; this row is
-- the source of truth, and the publisher updates the copy.
create table reports (
    id             uuid        primary key,
    account_id     uuid        not null references accounts on delete cascade,
    site_id        uuid,                            -- null is every site
    settings       jsonb       not null,
    title          text        not null,
    date_range     text        not null,
    token_hash     bytea       not null unique,     -- SHA-256 of the token in its URL
    token          bytea       not null,            -- encrypted per owner: see ENCRYPTION_KEYSET
    key_id         bigint      not null,            -- of the token's encryption key in ENCRYPTION_KEYSET
    -- the page, encrypted with a key derived from the token; null once closed
    body           bytea,
    has_password   boolean     not null,
    created_at     timestamptz not null,
    expires_at     timestamptz not null,
    revoked_at     timestamptz,
    revision       bigint      not null default 1,  -- raised by changes that readers must see
    published      bigint      not null default 0,  -- the replica's revision; 0 if unpublished
    position       bigint      not null default 0,  -- of the replica at that revision
    views          bigint      not null default 0,
    last_viewed_at timestamptz,
    check (octet_length(token_hash) = 32),
    check (revoked_at is null or body is null),
    unique (account_id, id),
    foreign key (account_id, site_id) references sites (account_id, id) on delete cascade
);
create index reports_list on reports (account_id, created_at desc, id);
create index reports_waiting on reports (id) where revision > published;
create index reports_bodies on reports (expires_at) where body is not null;

-- Links deleted with their site or account that are still in the replica.
create table withdrawn_reports (
    token_hash bytea primary key
);

-- Views arrive in batches, at least once. Batches listed here have been counted.
create table view_batches (
    id         text        primary key,
    counted_at timestamptz not null default now()
);

-- Counting views and publishing change no version: only changes by the owner do.
-- +goose StatementBegin
create function tell_report() returns trigger language plpgsql as $$
begin
    if tg_op = 'DELETE' then
        insert into withdrawn_reports (token_hash) values (old.token_hash) on conflict do nothing;
        update accounts set version = version + 1 where id = old.account_id;
        insert into outbox (account_id, site_id, topic, payload)
        select old.account_id, old.site_id, 'event.reports', jsonb_build_object('version', version) from accounts where id = old.account_id;
    else
        update accounts set version = version + 1 where id = new.account_id;
        insert into outbox (account_id, site_id, topic, payload)
        select new.account_id, new.site_id, 'event.reports', jsonb_build_object('version', version) from accounts where id = new.account_id;
    end if;
    notify reports;
    return null;
end $$;
-- +goose StatementEnd
create trigger report_added   after insert or delete on reports for each row execute function tell_report();
create trigger report_changed after update on reports for each row when (old.revision <> new.revision) execute function tell_report();
