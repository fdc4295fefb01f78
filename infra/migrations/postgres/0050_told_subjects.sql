-- +goose Up

-- What webhooks are told of: who did it, which opportunity, and where the app shows it.
alter table activity add column url text not null default '';
alter table webhook_deliveries add column actor text not null default '', add column insight_id uuid, add column url text not null default '';

-- +goose StatementBegin
create or replace function tell_webhooks() returns trigger language plpgsql as $$
begin
    insert into webhook_deliveries (webhook_id, account_id, site_id, event, text, actor, insight_id, url)
    select id, account_id, new.site_id, new.kind, new.text, new.actor, new.insight_id, new.url
    from outgoing_webhooks
    where account_id = new.account_id and enabled and new.kind = any(events)
      and (site_ids = '{}' or new.site_id = any(site_ids));
    return null;
end $$;
-- +goose StatementEnd
