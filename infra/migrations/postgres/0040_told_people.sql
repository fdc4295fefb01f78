-- +goose Up

-- Which sites a member of the role client sees follows the sites' clients: edges forget who they remember (decision 74).
-- +goose StatementBegin
create function tell_people_of_site() returns trigger language plpgsql as $$
begin
    insert into outbox (account_id, topic) values (coalesce(new.account_id, old.account_id), 'change.people');
    return null;
end $$;
-- +goose StatementEnd
create trigger people_told_insert after insert on sites for each row when (new.client_id is not null) execute function tell_people_of_site();
create trigger people_told_update after update of client_id on sites for each row
    when (old.client_id is distinct from new.client_id) execute function tell_people_of_site();
create trigger people_told_delete after delete on sites for each row when (old.client_id is not null) execute function tell_people_of_site();

-- Changes of pages are shown as soon as a crawl has found them.
create trigger change_told_insert after insert on page_changes referencing new table as changed_rows for each statement execute function tell_change('account');
