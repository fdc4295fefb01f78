-- +goose Up

-- Who sees to an opportunity (decision 82). assignee is the text on screen; assignee_id is set when it is a member.
alter table insights
    add column assignee_id uuid references users on delete set null,
    add column due_on date;
create index insights_assignee on insights (account_id, assignee_id) where assignee_id is not null;

create table comments (
    id         uuid        primary key default gen_random_uuid(),
    account_id uuid        not null,
    site_id    uuid        not null,
    insight_id uuid        not null references insights on delete cascade,
    user_id    uuid        references users on delete set null,
    author     text        not null, -- as they were called then
    text       text        not null,
    mentions   uuid[]      not null default '{}',
    created_at timestamptz not null,
    foreign key (account_id, site_id) references sites (account_id, id) on delete cascade
);
create index comments_insight on comments (account_id, insight_id, created_at);
create trigger comments_added   after insert on comments referencing new table as changed_rows for each statement execute function raise_versions('comments');
create trigger comments_removed after delete on comments referencing old table as changed_rows for each statement execute function raise_versions('comments');

-- Who did it, to which opportunity, and whom it concerns.
alter table activity
    add column user_id uuid references users on delete set null,
    add column actor text not null default '',
    add column insight_id uuid references insights on delete set null,
    add column for_user_id uuid references users on delete cascade;
create index activity_for_user on activity (account_id, for_user_id, created_at desc) where for_user_id is not null;

-- The members of an account with this id, email address or name, in any case.
create function named_members(account uuid, who text) returns setof uuid language sql stable as $$
    select users.id
    from members join users on users.id = members.user_id
    where members.account_id = account
      and (users.id::text = who or lower(users.email) = lower(who) or lower(trim(users.first_name || ' ' || users.last_name)) = lower(who))
$$;

-- Mails to members about what concerns them, written with its activity and sent by the tick, one a person at a time.
create table member_mails (
    id          uuid        primary key default gen_random_uuid(),
    account_id  uuid        not null references accounts on delete cascade,
    user_id     uuid        not null references users on delete cascade,
    activity_id uuid        not null references activity on delete cascade,
    next_at     timestamptz default now(), -- null: it was sent
    created_at  timestamptz not null default now()
);
create index member_mails_due on member_mails (next_at) where next_at is not null;
alter table members add column mails boolean not null default true;

-- The link in such a mail ends these mails, not the reports to the same address.
alter table report_unsubscribe_tokens add column user_id uuid references users on delete cascade;
