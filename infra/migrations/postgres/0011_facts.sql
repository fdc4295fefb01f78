-- +goose Up

-- How often rows of providers came for an account: what was found out of them stands until it rises, or the account's version.
-- A row of its own, since it rises every few seconds of a sync, and many hold the account for longer.
create table facts_versions (
    account_id uuid   primary key references accounts on delete cascade,
    reads      bigint not null
);
