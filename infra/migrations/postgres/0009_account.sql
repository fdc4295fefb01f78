-- +goose Up

-- Trials by hash of the person. Without foreign keys, so it outlives accounts: a returning user resumes the
-- earlier trial.
create table past_trials (
    -- SHA-256 of a subject or an e-mail address
    person     bytea       primary key check (octet_length(person) = 32),
    ends_at    timestamptz not null,
    -- deletion of the subject's account: older sessions are rejected
    deleted_at timestamptz
);

-- The audit log.
create table audit_log (
    id         uuid        primary key default gen_random_uuid(),
    account_id uuid        not null references accounts on delete cascade,
    created_at timestamptz not null,
    actor      text        not null,                 -- an e-mail address, or the name of an API token
    token      boolean     not null,                 -- the actor is an API token
    action     text        not null,                 -- operation of the API contract
    text       text        not null,
    object_id  text        not null default '',
    address    text        not null default ''
);
create index audit_log_account on audit_log (account_id, created_at desc, id);
create index audit_log_age on audit_log (created_at);
