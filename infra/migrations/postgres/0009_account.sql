-- +goose Up

-- Who had a trial, by hashes of who they are. It refers to nothing, so it outlives accounts: who comes back goes on with the trial they had.
create table past_trials (
    person     bytea       primary key check (octet_length(person) = 32), -- SHA-256 of a subject, or of an e-mail address
    ends_at    timestamptz not null,
    deleted_at timestamptz                                               -- when the account of a subject was deleted: older sessions of it are refused
);

-- Who did what in an account.
create table audit_log (
    id         uuid        primary key default gen_random_uuid(),
    account_id uuid        not null references accounts on delete cascade,
    created_at timestamptz not null,
    actor      text        not null,                 -- an e-mail address, or the name of an API token
    token      boolean     not null,                 -- whether that is a program's
    action     text        not null,                 -- the operation of the contract
    text       text        not null,
    object_id  text        not null default '',
    address    text        not null default ''
);
create index audit_log_account on audit_log (account_id, created_at desc, id);
create index audit_log_age on audit_log (created_at);
