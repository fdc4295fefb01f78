-- +goose Up

-- One person's opportunities are found by index, however many the account has.
create index insights_assignee_text on insights (account_id, assignee) where assignee <> '';

-- The insights of an account that belong to whom this text, id, email address or name means.
create function assigned_insights(account uuid, who text) returns setof uuid language sql stable as $$
    select id from insights where account_id = account and assignee <> '' and assignee = who
    union
    select id from insights where account_id = account and assignee_id in (select named_members(account, who))
$$;
