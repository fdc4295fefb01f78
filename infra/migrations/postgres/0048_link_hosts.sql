-- +goose Up

-- The domains that a link about a site, a client or the whole account opens under, beside the product's address: those of
-- its account and of its client (decision 102).
-- +goose StatementBegin
create function link_hosts(account uuid, site uuid, client uuid) returns text[]
language sql stable
return (
    select array_remove(array[accounts.brand_link_domain, coalesce(clients.brand_link_domain, '')], '')
    from accounts
    left join sites on sites.account_id = accounts.id and sites.id = site
    left join clients on clients.account_id = accounts.id and clients.id = coalesce(client, sites.client_id)
    where accounts.id = account
);
-- +goose StatementEnd

-- Has links copied to the edges again whose domains change.
-- +goose StatementBegin
create function publish_links_of_account() returns trigger language plpgsql as $$
begin
    update reports set revision = revision + 1 where account_id = new.id and body is not null;
    return null;
end $$;

create function publish_links_of_client() returns trigger language plpgsql as $$
begin
    update reports set revision = revision + 1
    where account_id = old.account_id and body is not null
      and (client_id = old.id or site_id in (select id from sites where account_id = old.account_id and client_id = old.id));
    return coalesce(new, old);
end $$;

create function publish_links_of_site() returns trigger language plpgsql as $$
begin
    update reports set revision = revision + 1
    where account_id = new.account_id and site_id = new.id and body is not null
      and exists (select from clients where account_id = new.account_id and id in (old.client_id, new.client_id) and brand_link_domain <> '');
    return null;
end $$;
-- +goose StatementEnd
create trigger account_links after update of brand_link_domain on accounts for each row
    when (old.brand_link_domain <> new.brand_link_domain) execute function publish_links_of_account();
create trigger client_links after update of brand_link_domain on clients for each row
    when (old.brand_link_domain <> new.brand_link_domain) execute function publish_links_of_client();
-- Before, because afterwards nothing says which sites it had.
create trigger client_links_deleted before delete on clients for each row
    when (old.brand_link_domain <> '') execute function publish_links_of_client();
create trigger site_links after update of client_id on sites for each row
    when (old.client_id is distinct from new.client_id) execute function publish_links_of_site();

-- The revision whose domains the edges have: a publisher from before this migration, which may still run, sends none.
alter table reports add column hosted bigint not null default 0;
update reports set hosted = published where cardinality(link_hosts(account_id, site_id, client_id)) = 0;
create index reports_without_hosts on reports (id) where body is not null and hosted < published;
