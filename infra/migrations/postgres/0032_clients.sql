-- +goose Up

-- Clients of an agency (decision 81). Sites, members' access, reports and branding follow them.
create table clients (
    id            uuid        primary key default gen_random_uuid(),
    account_id    uuid        not null references accounts on delete cascade,
    name          text        not null,
    brand_name    text        not null default '', -- '' and null: the account's
    brand_color   text        not null default '',
    brand_logo    bytea,
    sender_name   text        not null default '',
    currency      text        not null default '', -- of sites that are added to it
    contact_email text        not null default '', -- whom recipients of reports answer
    created_at    timestamptz not null default now(),
    unique (account_id, id)
);
create unique index clients_name on clients (account_id, lower(name));

alter table sites
    add column client_id uuid,
    add column tags text[] not null default '{}',
    add foreign key (account_id, client_id) references clients (account_id, id) on delete set null (client_id);
create index sites_client on sites (account_id, client_id) where client_id is not null;

-- Whoever sees a client sees all its sites, also later ones.
alter table members add column client_ids uuid[] not null default '{}';
alter table invitations add column client_ids uuid[] not null default '{}';

-- A report of a client is about all its sites, and goes with it: about the account it would show the others'.
alter table reports
    add column client_id uuid,
    add foreign key (account_id, client_id) references clients (account_id, id) on delete cascade;
alter table report_schedules
    add column client_id uuid,
    add foreign key (account_id, client_id) references clients (account_id, id) on delete cascade;

-- The sites of an account that have the client and the tag, where they are given.
create function chosen_sites(account uuid, client text, tag text) returns setof uuid language sql stable as $$
    select sites.id
    from sites
    where sites.account_id = account
      and (client = '' or sites.client_id::text = client)
      and (tag = '' or exists (select from unnest(sites.tags) as one (tag) where lower(one.tag) = lower(chosen_sites.tag)))
$$;

-- The sites that a member of the role client sees.
create function seen_sites(account uuid, sites uuid[], clients uuid[]) returns uuid[] language sql stable as $$
    select array(select unnest(seen_sites.sites)
                 union
                 select found.id from sites as found where found.account_id = account and found.client_id = any(seen_sites.clients))
$$;

drop trigger site_edited on sites;
create trigger site_edited after update on sites for each row
    when ((old.name, old.domain, old.ga4_property_id, old.currency, old.time_zone, old.client_id, old.tags)
          is distinct from (new.name, new.domain, new.ga4_property_id, new.currency, new.time_zone, new.client_id, new.tags))
    execute function tell_site();

-- +goose StatementBegin
create function tell_clients() returns trigger language plpgsql as $$
declare
    account uuid := coalesce(new.account_id, old.account_id);
begin
    update accounts set version = version + 1 where id = account;
    insert into outbox (account_id, topic, payload) values (account, 'event.clients', '{}');
    return null;
end $$;
-- +goose StatementEnd
create trigger clients_changed after insert or update or delete on clients for each row execute function tell_clients();
