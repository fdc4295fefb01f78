-- +goose Up

-- API tokens. Only the hash is stored; revoking a token deletes its row.
create table api_tokens (
    id           uuid        primary key default gen_random_uuid(),
    account_id   uuid        not null references accounts on delete cascade,
    user_id      uuid        not null references users on delete cascade, -- creator
    name         text        not null check (char_length(name) between 1 and 100),
    scope        text        not null check (scope in ('read', 'write')),
    prefix       text        not null,
    token_hash   bytea       not null unique check (length(token_hash) = 32), -- SHA-256
    created_at   timestamptz not null,
    last_used_at timestamptz,                         -- to the minute
    expires_at   timestamptz                          -- null: never
);
create index api_tokens_account on api_tokens (account_id, created_at desc);

-- Using a token changes no version: only adding or deleting one does.
-- +goose StatementBegin
create function tell_tokens() returns trigger language plpgsql as $$
declare
    account uuid := coalesce(new.account_id, old.account_id);
begin
    update accounts set version = version + 1 where id = account;
    insert into outbox (account_id, topic, payload) values (account, 'event.tokens', '{}');
    return null;
end $$;
-- +goose StatementEnd
create trigger tokens_changed after insert or delete on api_tokens for each row execute function tell_tokens();
