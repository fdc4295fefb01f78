-- +goose Up

-- Who sees to a step of an insight and by when, as insights.assignee and insights.due_on say it of the whole. The step is
-- as the instructions word it.
create table step_plans (
    account_id  uuid    not null,
    site_id     uuid    not null,
    insight_id  uuid    not null references insights on delete cascade,
    place       integer not null,
    step        text    not null,
    assignee    text    not null default '' check (char_length(assignee) <= 100),
    assignee_id uuid    references users on delete set null,
    due_on      date,
    primary key (account_id, insight_id, place),
    foreign key (account_id, site_id) references sites (account_id, id) on delete cascade
);
create index step_plans_insight on step_plans (insight_id);
create index step_plans_assignee on step_plans (account_id, assignee_id) where assignee_id is not null;
create index step_plans_assignee_text on step_plans (account_id, assignee) where assignee <> '';

-- The insights of an account that belong to whom this text, id, email address or name means, or with an open step that does.
create or replace function assigned_insights(account uuid, who text) returns setof uuid language sql stable as $$
    select id from insights where account_id = account and assignee <> '' and assignee = who
    union
    select id from insights where account_id = account and assignee_id in (select named_members(account, who))
    union
    select mine.insight_id
    from (
        select insight_id, step from step_plans where account_id = account and assignee <> '' and assignee = who
        union
        select insight_id, step from step_plans where account_id = account and assignee_id in (select named_members(account, who))
    ) as mine
    join insights on insights.id = mine.insight_id
    where mine.step <> all(insights.done_steps)
      and strpos(insights.instructions || E'\n', mine.step || E'\n') > 0 -- a line, or what follows its number
$$;
