-- +goose Up

-- Subscriptions, as last read from Stripe. accounts.plan is the resulting plan.
create table subscriptions (
    account_id      uuid        primary key references accounts on delete cascade,
    customer_id     text        not null unique,
    id              text        not null default '',
    status          text        not null default '',
    plan            text        not null default '' check (plan in ('', 'seo', 'ads', 'both')),
    next_plan       text        not null default '' check (next_plan in ('', 'seo', 'ads', 'both')),
    period_ends_at  timestamptz,
    cancels_at      timestamptz,
    past_due_since  timestamptz,
    refreshed_at    timestamptz
);
create index subscriptions_past_due on subscriptions (past_due_since) where past_due_since is not null;

-- Stripe's events, each stored once.
create table billing_events (
    id          text        primary key,
    type        text        not null,
    customer_id text        not null,
    created_at  timestamptz not null,
    received_at timestamptz not null,
    done_at     timestamptz
);
