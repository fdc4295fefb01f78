-- +goose Up

-- When the identity provider issued a user's profile: older ones that arrive late are ignored.
alter table users add column profile_at timestamptz not null default '-infinity';

-- Clerk's events, each stored once.
create table user_events (
    id          text        primary key,
    type        text        not null,
    received_at timestamptz not null,
    done_at     timestamptz
);
create index user_events_age on user_events (received_at);

-- Users deleted at Clerk: late events and tokens must not create them again. Clerk never reuses an id.
create table deleted_users (
    subject    text        primary key,
    deleted_at timestamptz not null
);
