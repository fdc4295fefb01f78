-- +goose Up

-- A change of an account says which version it made, and what raised it: edges keep what shows none of the work of people,
-- which changes all day (decision 96).
-- +goose StatementBegin
create or replace function raise_versions() returns trigger language plpgsql as $$
begin
    perform set_config('upslope.raised_by', tg_argv[0], true);
    -- Writers hold the account's lock already, so this does not wait.
    update accounts set version = version + 1
    where id in (select account_id from changed_rows);
    perform set_config('upslope.raised_by', '', true);
    update sites set version = version + 1
    where (account_id, id) in (select account_id, site_id from changed_rows);
    insert into outbox (account_id, site_id, topic, payload)
    select distinct changed_rows.account_id, changed_rows.site_id, 'event.' || tg_argv[0], jsonb_build_object('version', accounts.version)
    from changed_rows join accounts on accounts.id = changed_rows.account_id;
    return null;
end $$;
-- +goose StatementEnd

-- +goose StatementBegin
create or replace function tell_account() returns trigger language plpgsql as $$
begin
    insert into outbox (account_id, topic, payload)
    values (new.id, 'change.account', jsonb_build_object('version', new.version, 'raisedBy', coalesce(current_setting('upslope.raised_by', true), '')));
    return null;
end $$;
-- +goose StatementEnd
