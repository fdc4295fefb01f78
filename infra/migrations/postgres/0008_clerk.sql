-- +goose Up

-- When the identity provider said what is known of a user: what it said earlier and comes later changes nothing.
alter table users add column profile_at timestamptz not null default '-infinity';

-- What Clerk told of users, each event once.
create table user_events (
    id          text        primary key,
    type        text        not null,
    received_at timestamptz not null,
    done_at     timestamptz
);
create index user_events_age on user_events (received_at);

-- Whom Clerk deleted: news of them and tokens that come later must not make them anew. It never gives an id twice.
create table deleted_users (
    subject    text        primary key,
    deleted_at timestamptz not null
);
