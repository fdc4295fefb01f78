-- +goose Up

-- A link that opens a report, as it was when the link was made. What readers see of it is a copy in the replica of reports: what is
-- here counts, and whoever writes the replica makes the copy the same.
create table reports (
    id             uuid        primary key,
    account_id     uuid        not null references accounts on delete cascade,
    site_id        uuid,                            -- null: about every site
    settings       jsonb       not null,
    title          text        not null,
    date_range     text        not null,
    token_hash     bytea       not null unique,     -- SHA-256 of the token in its address
    token          bytea       not null,            -- encrypted for its owner: see ENCRYPTION_KEYSET
    key_id         bigint      not null,            -- of the key in ENCRYPTION_KEYSET that the token is encrypted with
    body           bytea,                           -- the page, encrypted with a key that is made of the token; null once it opens no more
    has_password   boolean     not null,
    created_at     timestamptz not null,
    expires_at     timestamptz not null,
    revoked_at     timestamptz,
    revision       bigint      not null default 1,  -- rises with every change that readers must see
    published      bigint      not null default 0,  -- the revision that the replica has; 0: it was never given out
    position       bigint      not null default 0,  -- of the replica when it had that revision
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

-- Links whose rows are gone, with their site or their account, and whose copies have yet to go.
create table withdrawn_reports (
    token_hash bytea primary key
);

-- Views come in batches, each at least once. A batch that is here was counted.
create table view_batches (
    id         text        primary key,
    counted_at timestamptz not null default now()
);

-- Counting views and publishing change no version: only what the owner did does.
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
