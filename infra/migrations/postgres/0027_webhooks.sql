-- +goose Up

-- Addresses that are told of an account's events (decision 73).
create table outgoing_webhooks (
    id              uuid        primary key default gen_random_uuid(),
    account_id      uuid        not null references accounts on delete cascade,
    name            text        not null,
    url             text        not null,
    kind            text        not null check (kind in ('standard', 'slack', 'teams')),
    events          text[]      not null,
    site_ids        uuid[]      not null default '{}', -- empty: all sites
    enabled         boolean     not null default true,
    disabled_reason text        not null default '',   -- why we disabled it
    secret          bytea       not null,              -- encrypted; signs what is sent
    key_id          bigint      not null,
    failing_since   timestamptz,                       -- nothing was delivered since
    created_at      timestamptz not null default now()
);
create index outgoing_webhooks_account on outgoing_webhooks (account_id, created_at);

-- Events on their way, written with what happened. A worker leases one before it sends it.
create table webhook_deliveries (
    id              uuid        primary key default gen_random_uuid(),
    webhook_id      uuid        not null references outgoing_webhooks on delete cascade,
    account_id      uuid        not null,
    site_id         uuid,
    event           text        not null,
    text            text        not null,
    status          text        not null default 'waiting' check (status in ('waiting', 'delivered', 'failed')),
    attempts        int         not null default 0,
    code            int         not null default 0,
    problem         text        not null default '',
    answer          text        not null default '',
    duration_ms     int         not null default 0,
    next_attempt_at timestamptz default now(),         -- null: none
    give_up_at      timestamptz not null default now() + interval '24 hours',
    created_at      timestamptz not null default now(),
    delivered_at    timestamptz,
    foreign key (account_id, site_id) references sites (account_id, id) on delete cascade
);
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where status = 'waiting';
create index webhook_deliveries_webhook on webhook_deliveries (webhook_id, created_at desc);

-- +goose StatementBegin
create function tell_webhooks() returns trigger language plpgsql as $$
begin
    insert into webhook_deliveries (webhook_id, account_id, site_id, event, text)
    select id, account_id, new.site_id, new.kind, new.text
    from outgoing_webhooks
    where account_id = new.account_id and enabled and new.kind = any(events)
      and (site_ids = '{}' or new.site_id = any(site_ids));
    return null;
end $$;
-- +goose StatementEnd
create trigger activity_told after insert on activity for each row execute function tell_webhooks();

-- A change of webhooks raises the version, as tokens do.
create trigger webhooks_changed after insert or delete on outgoing_webhooks for each row execute function tell_tokens();
