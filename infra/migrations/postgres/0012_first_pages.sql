-- +goose Up

-- How often rows of providers came for a site, like facts_versions of its account.
create table site_reads (
    account_id uuid   not null,
    site_id    uuid   not null,
    reads      bigint not null,
    primary key (account_id, site_id),
    foreign key (account_id, site_id) references sites (account_id, id) on delete cascade
);

-- The first pages of tables of a site as they open by themselves, worked out ahead for whoever opens one first. A page counts while the site is as
-- its key says, and no rows came since. It can be worked out again at any time, and changes no version.
create table first_pages (
    account_id uuid   not null,
    site_id    uuid   not null,
    page_key   text   not null, -- SHA-256 of what is asked, and of the site
    table_name text   not null, -- such as seo/queries
    reads      bigint not null, -- of the site, when it was made
    made_of    text   not null, -- SHA-256 of what rows it was made of
    page       text   not null, -- JSON
    primary key (account_id, site_id, page_key),
    foreign key (account_id, site_id) references sites (account_id, id) on delete cascade
);
