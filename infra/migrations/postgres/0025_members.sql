-- +goose Up

-- Who may use an account, and as what (decision 69). users.account_id is a person's own account: the one that they
-- see unless they choose another.
create table members (
    account_id uuid        not null references accounts on delete cascade,
    user_id    uuid        not null references users on delete cascade,
    role       text        not null check (role in ('owner', 'admin', 'member', 'viewer', 'client')),
    site_ids   uuid[]      not null default '{}', -- of a client: the sites they see
    joined_at  timestamptz not null default now(),
    primary key (account_id, user_id)
);
create index members_user on members (user_id);
insert into members (account_id, user_id, role, joined_at)
select account_id, id, 'owner', created_at from users;
alter table users drop column role;

-- Invitations by email. Only the hash of the link's secret is stored; accepting or revoking one deletes its row.
create table invitations (
    id         uuid        primary key default gen_random_uuid(),
    account_id uuid        not null references accounts on delete cascade,
    email      text        not null check (email = lower(email)),
    role       text        not null check (role in ('owner', 'admin', 'member', 'viewer', 'client')),
    site_ids   uuid[]      not null default '{}',
    token_hash bytea       not null unique check (length(token_hash) = 32), -- SHA-256
    invited_by uuid        references users on delete set null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    unique (account_id, email)
);

-- Views are a person's in an account.
alter table user_views drop constraint user_views_pkey, add primary key (account_id, user_id);
drop index user_views_account;
create index user_views_user on user_views (user_id);

-- A change of members or invitations raises the version, so that lists and tokens of the account are read again.
-- +goose StatementBegin
create function tell_members() returns trigger language plpgsql as $$
declare
    account uuid := coalesce(new.account_id, old.account_id);
begin
    update accounts set version = version + 1 where id = account;
    insert into outbox (account_id, topic, payload) values (account, 'event.members', '{}');
    return null;
end $$;
-- +goose StatementEnd
create trigger members_changed after insert or update or delete on members for each row execute function tell_members();
create trigger invitations_changed after insert or update or delete on invitations for each row execute function tell_members();
