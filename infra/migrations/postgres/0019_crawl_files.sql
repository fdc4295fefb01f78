-- +goose Up

-- A file without pages of its own waits for the pages of its crawl; its rows count under import_id once it joins one.
alter table uploads add column waiting boolean not null default false;
alter table uploads add column site_given boolean not null default false; -- the sender named the site
alter table uploads add column confirmed boolean not null default false;  -- its owner wants it although it looks wrong
alter table uploads add column partial boolean not null default false;    -- cut off, or stopped at the crawler's limit
alter table uploads add column foreign_pages bigint not null default 0;   -- URLs of other sites
create index uploads_waiting on uploads (account_id, site_id) where waiting;

-- Pages that a partial crawl does not have may still be there.
alter table crawls add column partial boolean not null default false;

-- Whether subdomains of the site's domain are part of the site.
alter table sites add column include_subdomains boolean not null default true;
