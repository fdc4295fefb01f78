-- +goose Up

-- Every object in object storage, from before it is written until after it is deleted (decision 55): whatever
-- happens in between, a sweep finds those that belong to no upload. Without foreign keys, so it outlives accounts.
create table stored_objects (
    object_key text        primary key,
    account_id text        not null generated always as (split_part(object_key, '/', 2)) stored,
    written_at timestamptz not null default now(), -- or about to be
    erasing    boolean     not null default false  -- being deleted: no upload may claim it any more
);
create index stored_objects_account on stored_objects (account_id);
create index uploads_object on uploads (object_key);

insert into stored_objects (object_key, written_at)
select object_key, created_at from uploads
union
select object_key || '.rejected.csv', created_at from uploads where rejected > 0
on conflict do nothing;

-- Accounts deleted recently: whatever still arrives in their part of object storage is deleted as well.
create table erased_accounts (
    account_id uuid        primary key,
    erased_at  timestamptz not null default now()
);

-- +goose StatementBegin
create function erase_account() returns trigger language plpgsql as $$
begin
    insert into erased_accounts (account_id) values (old.id) on conflict do nothing;
    insert into outbox (account_id, topic, payload) values (old.id, 'job.erase-files', jsonb_build_object('accountId', old.id));
    return old;
end $$;
-- +goose StatementEnd
create trigger account_deleted before delete on accounts for each row execute function erase_account();
