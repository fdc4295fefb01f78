-- +goose Up

-- The first page of each table of a site as it opens by itself, worked out ahead for whoever opens it first. It counts while what it was
-- made of is as it was, which its key says; it can be worked out again at any time, and changes no version.
create table first_pages (
    account_id uuid  not null references accounts on delete cascade,
    site_id    uuid  not null,
    table_name text  not null,  -- such as seo/queries
    page_key   bytea not null check (length(page_key) = 32), -- SHA-256 of what the page depends on
    page       text  not null,  -- JSON
    primary key (account_id, site_id, table_name),
    foreign key (account_id, site_id) references sites (account_id, id) on delete cascade
);
