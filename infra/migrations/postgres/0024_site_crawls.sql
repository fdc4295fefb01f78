-- +goose Up

-- A crawl by Upslope itself, from when it was asked for; its pages only while its job reads them (decision 68).
create table site_crawls (
    job_id     uuid    primary key references jobs on delete cascade,
    account_id uuid    not null,
    site_id    uuid    not null,
    url        text    not null, -- where it starts; '' is the home page
    max_pages  int     not null check (max_pages > 0),
    stopped    boolean not null default false,
    foreign key (account_id, site_id) references sites (account_id, id) on delete cascade
);

-- What such a crawl knows of, in the order of discovery. After a restart it goes on with those without a record.
create table crawl_addresses (
    job_id     uuid not null references site_crawls on delete cascade,
    account_id uuid not null,
    position   int  not null,
    url        text not null,
    depth      int  not null, -- clicks from the start; -1: only a sitemap lists it
    record     bytea,         -- what was read
    primary key (job_id, position)
);
alter table crawl_addresses alter column record set storage external; -- compressed already

-- Concurrent calls join one crawl.
create unique index jobs_one_crawl on jobs (account_id, site_id) where kind = 'crawl' and status in ('queued', 'running');

-- What our own crawler says of a file: why it ended before the site did, and what it left out.
alter table uploads
    add column ended_early text   not null default '',
    add column notes       text[] not null default '{}';
