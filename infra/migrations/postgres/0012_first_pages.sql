-- +goose Up

-- How often provider rows were written for a site, like facts_versions for its account.
create table site_reads (
    account_id uuid   not null,
    site_id    uuid   not null,
    reads      bigint not null,
    primary key (account_id, site_id),
    foreign key (account_id, site_id) references sites (account_id, id) on delete cascade
);

-- Precomputed first pages of a site's tables with default settings. A page is valid for its key while no new
-- rows were written. It can be recomputed at any time, and changes no version.
create table first_pages (
    account_id uuid   not null,
    site_id    uuid   not null,
    page_key   text   not null, -- SHA-256 of the request and the site
    table_name text   not null, -- e.g. seo/queries
    reads      bigint not null, -- of the site at computation
    made_of    text   not null, -- SHA-256 of the source rows
    page       text   not null, -- JSON
    primary key (account_id, site_id, page_key),
    foreign key (account_id, site_id) references sites (account_id, id) on delete cascade
);
