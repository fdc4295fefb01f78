-- name: clients
-- One row per client of the account, by name, with the ids of its sites.
select clients.id::text as id, name, brand_name, brand_color, brand_logo, brand_link_domain, sender_name, currency, contact_email, created_at,
       array(select sites.id::text
             from sites
             where sites.account_id = clients.account_id and sites.client_id = clients.id
             order by sites.created_at, sites.id) as site_ids
from clients
where account_id = @account_id
order by lower(name), id;

-- name: client
select clients.id::text as id, name, brand_name, brand_color, brand_logo, brand_link_domain, sender_name, currency, contact_email, created_at,
       array(select sites.id::text
             from sites
             where sites.account_id = clients.account_id and sites.client_id = clients.id
             order by sites.created_at, sites.id) as site_ids
from clients
where account_id = @account_id and id = @id;

-- name: clients_count
select count(*) from clients where account_id = @account_id;

-- name: client_add
insert into clients (account_id, name)
values (@account_id, @name)
returning id::text as id;

-- name: client_update
-- Null leaves a column unchanged; an empty logo clears it. No row: the account has no such client.
update clients
set name = coalesce(@name, name),
    brand_name = coalesce(@brand_name, brand_name),
    brand_color = coalesce(@brand_color, brand_color),
    brand_link_domain = coalesce(@brand_link_domain, brand_link_domain),
    brand_logo = case when @brand_logo::bytea is null then brand_logo when length(@brand_logo::bytea) = 0 then null else @brand_logo::bytea end,
    sender_name = coalesce(@sender_name, sender_name),
    currency = coalesce(@currency, currency),
    contact_email = coalesce(@contact_email, contact_email)
where account_id = @account_id and id = @id
returning id::text as id;

-- name: client_delete
-- Deletes a client. Its sites stay, without a client.
delete from clients where account_id = @account_id and id = @id returning id::text as id;

-- name: client_access_delete
-- Takes a client from all who see its sites.
with members_of as (
    update members set client_ids = array_remove(client_ids, @id::uuid) where account_id = @account_id and @id::uuid = any(client_ids)
)
update invitations set client_ids = array_remove(client_ids, @id::uuid) where account_id = @account_id and @id::uuid = any(client_ids);

-- name: client_sites
-- Makes these the sites of a client, and no others.
update sites
set client_id = case when id = any(@site_ids::uuid[]) then @id::uuid end
where account_id = @account_id and (client_id = @id) is distinct from (id = any(@site_ids::uuid[]))
  and (client_id = @id or id = any(@site_ids::uuid[]));

-- name: clients_known
-- How many of these are clients of the account.
select count(*) from clients where account_id = @account_id and id::text = any(@ids::text[]);

-- name: report_sender
-- One row: whose name and logo, of one sender, reports of a site, a client or the whole account bear.
select case when own.branded then clients.brand_name else accounts.brand_name end as brand_name,
       coalesce(nullif(clients.brand_color, ''), accounts.brand_color) as brand_color,
       case when own.branded then clients.brand_logo else accounts.brand_logo end as brand_logo,
       coalesce(clients.name, '') as client,
       coalesce(nullif(clients.sender_name, ''), nullif(clients.brand_name, ''), accounts.brand_name) as name,
       coalesce(nullif(clients.contact_email, ''), (
           select users.email
           from members join users on users.id = members.user_id
           where members.account_id = accounts.id and members.role = 'owner'
           order by members.joined_at, users.id
           limit 1
       ), '') as contact
from accounts
left join sites on sites.account_id = accounts.id and sites.id = nullif(@site_id, '')::uuid
left join clients on clients.account_id = accounts.id and clients.id = coalesce(nullif(@client_id, '')::uuid, sites.client_id)
cross join lateral (select coalesce(clients.brand_name <> '' or clients.brand_logo is not null, false) as branded) as own
where accounts.id = @account_id;
