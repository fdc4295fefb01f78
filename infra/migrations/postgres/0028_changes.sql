-- +goose Up

-- Edges answer from memory until they hear that something changed (decision 74). A row of the outbox whose topic is
-- change.<class> says what: account, facts, people or tokens of an account, or one user or session of its payload.
-- +goose StatementBegin
create function tell_change() returns trigger language plpgsql as $$
begin
    insert into outbox (account_id, topic)
    select distinct account_id, 'change.' || tg_argv[0] from changed_rows;
    return null;
end $$;
-- +goose StatementEnd

-- +goose StatementBegin
create function tell_account() returns trigger language plpgsql as $$
begin
    insert into outbox (account_id, topic) values (new.id, 'change.account');
    return null;
end $$;
-- +goose StatementEnd
-- Whatever raises the version is told, once a statement or more often.
create trigger account_raised after update of version on accounts for each row when (old.version <> new.version) execute function tell_account();

-- Rows that answers show, although they raise no version. Some of their tables raise it for other changes.
-- +goose StatementBegin
do $$
declare
    shown record;
begin
    for shown in
        select name, op, class
        from (values ('account_scales', 'account'), ('credentials', 'account'), ('crawls', 'account'), ('header_meanings', 'account'),
                     ('report_sendings', 'account'), ('report_unsubscribes', 'account'), ('reports', 'account'), ('scales', 'account'),
                     ('site_hours', 'account'), ('sync_runs', 'account'), ('uploads', 'account'), ('user_views', 'account'),
                     ('api_tokens', 'tokens'), ('facts_versions', 'facts')) as tables (name, class),
             (values ('insert'), ('update'), ('delete')) as ops (op)
        where (name, op) not in (values ('api_tokens', 'update'), ('sync_runs', 'update'), ('facts_versions', 'delete'))
    loop
        execute format('create trigger change_told_%s after %s on %I referencing %s table as changed_rows for each statement execute function tell_change(%L)',
            shown.op, shown.op, shown.name, case shown.op when 'delete' then 'old' else 'new' end, shown.class);
    end loop;
    for shown in select unnest(array['activity', 'insights', 'outcomes', 'site_brands', 'site_rules']) as name loop
        execute format('create trigger change_told_delete after delete on %I referencing old table as changed_rows for each statement execute function tell_change(''account'')', shown.name);
    end loop;
end $$;
-- +goose StatementEnd

-- Progress is no answer's business, only whether work is under way.
-- +goose StatementBegin
create function tell_account_of_row() returns trigger language plpgsql as $$
begin
    insert into outbox (account_id, topic) values (new.account_id, 'change.account');
    return null;
end $$;
-- +goose StatementEnd
create trigger change_told_insert after insert on jobs referencing new table as changed_rows for each statement execute function tell_change('account');
create trigger change_told_update after update of status on jobs for each row when (old.status <> new.status) execute function tell_account_of_row();
create trigger change_told_update after update of status on sync_runs for each row when (old.status <> new.status) execute function tell_account_of_row();

-- Who may use an account, and what their plan is.
-- +goose StatementBegin
create function tell_people() returns trigger language plpgsql as $$
begin
    insert into outbox (account_id, topic) values (coalesce(new.id, old.id), 'change.people');
    return null;
end $$;
-- +goose StatementEnd
create trigger people_told_update after update on accounts for each row
    when ((old.plan, old.trial_ends_at, old.brand_name) is distinct from (new.plan, new.trial_ends_at, new.brand_name)) execute function tell_people();
create trigger people_told_delete after delete on accounts for each row execute function tell_people();

-- +goose StatementBegin
create function tell_member() returns trigger language plpgsql as $$
begin
    insert into outbox (account_id, topic, payload)
    values (coalesce(new.account_id, old.account_id), 'change.user', jsonb_build_object('id', coalesce(new.user_id, old.user_id)));
    return null;
end $$;
-- +goose StatementEnd
create trigger change_told after insert or update or delete on members for each row execute function tell_member();

-- An owner's address is also the name of their accounts.
-- +goose StatementBegin
create function tell_user() returns trigger language plpgsql as $$
begin
    insert into outbox (account_id, topic, payload)
    values (coalesce(new.account_id, old.account_id), 'change.user', jsonb_build_object('id', coalesce(new.id, old.id)));
    insert into outbox (account_id, topic)
    select account_id, 'change.people' from members where user_id = coalesce(new.id, old.id) and role = 'owner';
    return null;
end $$;
-- +goose StatementEnd
create trigger change_told after update or delete on users for each row execute function tell_user();

-- +goose StatementBegin
create function tell_session() returns trigger language plpgsql as $$
begin
    insert into outbox (account_id, topic, payload)
    values ('00000000-0000-0000-0000-000000000000', 'change.session', jsonb_build_object('id', new.session_id));
    return null;
end $$;
-- +goose StatementEnd
create trigger change_told after insert or update on ended_sessions for each row execute function tell_session();

-- Views are read after they are saved: their version says which answers have them.
-- +goose StatementBegin
create function raise_version_of_views() returns trigger language plpgsql as $$
begin
    update accounts set version = version + 1 where id = new.account_id;
    return null;
end $$;
-- +goose StatementEnd
create trigger views_raised after insert or update on user_views for each row execute function raise_version_of_views();

-- What becomes true by the clock alone is looked up every second.
create index insights_waking on insights (snoozed_until) where snoozed_until is not null;
create index reports_expiring on reports (expires_at);
create index accounts_trial on accounts (trial_ends_at);
