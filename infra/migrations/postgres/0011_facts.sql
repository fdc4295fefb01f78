-- +goose Up

-- How often provider rows were written for an account: results computed from them are valid until this or the
-- account's version rises. A separate row, because it changes every few seconds during a sync and the account
-- is often locked for longer.
create table facts_versions (
    account_id uuid   primary key references accounts on delete cascade,
    reads      bigint not null
);
