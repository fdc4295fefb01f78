-- +goose Up

-- Saved views of lists, one row a user.
create table user_views (
    user_id    uuid        primary key references users on delete cascade,
    account_id uuid        not null references accounts on delete cascade,
    views      jsonb       not null,
    updated_at timestamptz not null default now()
);
create index user_views_account on user_views (account_id);
