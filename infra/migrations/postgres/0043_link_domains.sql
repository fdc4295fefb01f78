-- +goose Up

-- The domain of an agency's own, or of a client's, that links of reports have in place of the product's; '' none.
alter table accounts add column brand_link_domain text not null default '';
alter table clients add column brand_link_domain text not null default '';

-- The domain of a link about a site, a client or the whole account.
-- +goose StatementBegin
create function link_domain(account uuid, site uuid, client uuid) returns text
language sql stable
return (
    select coalesce(nullif(clients.brand_link_domain, ''), accounts.brand_link_domain)
    from accounts
    left join sites on sites.account_id = accounts.id and sites.id = site
    left join clients on clients.account_id = accounts.id and clients.id = coalesce(client, sites.client_id)
    where accounts.id = account
);
-- +goose StatementEnd
