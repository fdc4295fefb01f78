-- +goose Up

-- Projects of issue trackers, to which an account sends opportunities as issues (decision 92).
create table trackers (
    id         uuid        primary key default gen_random_uuid(),
    account_id uuid        not null references accounts on delete cascade,
    name       text        not null,
    kind       text        not null check (kind in ('github', 'jira', 'linear')),
    project    text        not null,
    base_url   text        not null default '', -- of a Jira site
    email      text        not null default '', -- of the Jira user whose token it is
    problem    text        not null default '', -- why it does not work
    secret     bytea       not null,            -- the token, encrypted
    key_id     bigint      not null,
    created_at timestamptz not null default now(),
    unique (account_id, id)
);

-- An opportunity as an issue of a tracker. Without a key it is being created.
create table tracker_issues (
    id         uuid        primary key default gen_random_uuid(),
    account_id uuid        not null references accounts on delete cascade,
    tracker_id uuid        not null,
    insight_id uuid        not null references insights on delete cascade,
    key        text        not null default '',
    remote_id  text        not null default '',
    url        text        not null default '',
    status     text        not null default 'open' check (status in ('open', 'done', 'gone')),
    checked_at timestamptz not null default now(),
    created_at timestamptz not null default now(),
    unique (account_id, tracker_id, insight_id),
    foreign key (account_id, tracker_id) references trackers (account_id, id) on delete cascade
);
create index tracker_issues_insight on tracker_issues (account_id, insight_id);
create index tracker_issues_open on tracker_issues (checked_at) where status = 'open';
