-- +goose Up

-- A crawl by Upslope: what narrows it, whether its owner paused it, and the file of its first pages, which is imported
-- while it goes on (decision 86).
alter table site_crawls
    add column options  jsonb   not null default '{}',
    add column paused   boolean not null default false,
    add column finished boolean not null default false, -- its file is there; its records answer conditional requests
    add column part_id  uuid    references uploads on delete set null;
create index site_crawls_site on site_crawls (account_id, site_id);
create index site_crawls_part on site_crawls (part_id) where part_id is not null;

-- The first pages of a crawl that goes on: its crawl is replaced, not compared.
alter table uploads add column part boolean not null default false;

-- The records of a site's last crawl are looked up by address.
create index crawl_addresses_url on crawl_addresses using hash (url);

-- How a site is crawled again by itself (decision 87).
create table crawl_schedules (
    account_id uuid        not null,
    site_id    uuid        primary key,
    every      text        not null check (every in ('off', 'day', 'week')),
    url        text        not null, -- where crawls start; '' is the home page
    max_pages  int         not null check (max_pages > 0),
    options    jsonb       not null default '{}',
    next_at    timestamptz not null,
    foreign key (account_id, site_id) references sites (account_id, id) on delete cascade
);
create index crawl_schedules_due on crawl_schedules (next_at) where every <> 'off';

-- What a crawl found changed on pages since the crawl before, the most important first.
create table page_changes (
    id         uuid        primary key default gen_random_uuid(),
    account_id uuid        not null,
    site_id    uuid        not null,
    crawl_id   uuid        not null,
    place      int         not null, -- among the changes of the crawl, from 1
    kind       text        not null check (kind in ('noindex', 'status', 'blocked', 'canonical', 'indexable', 'links', 'title', 'gone')),
    page       text        not null, -- the normalized URL
    url        text        not null, -- as crawled
    was        text        not null,
    became     text        not null,
    text       text        not null, -- one sentence
    created_at timestamptz not null,
    foreign key (account_id, crawl_id) references crawls (account_id, id) on delete cascade,
    foreign key (account_id, site_id) references sites (account_id, id) on delete cascade
);
create index page_changes_site on page_changes (account_id, site_id, created_at desc, place);
create index page_changes_crawl on page_changes (account_id, crawl_id);
