-- name: step_plans
-- One row per planned step of an insight: whose it is.
select step, assignee, coalesce(assignee_id::text, '') as assignee_id
from step_plans
where account_id = @account_id and insight_id = @insight_id
order by place;

-- name: step_plans_clear
delete from step_plans where account_id = @account_id and insight_id = @insight_id;

-- name: step_plans_add
-- Adds the plans of an insight, in their order.
insert into step_plans (account_id, site_id, insight_id, place, step, assignee, assignee_id, due_on)
select @account_id::uuid, @site_id::uuid, @insight_id::uuid, place, step, assignee, nullif(assignee_id, '')::uuid, nullif(due_on, '')::date
from unnest(@steps::text[], @assignees::text[], @assignee_ids::text[], @due_on::text[]) with ordinality as plans (step, assignee, assignee_id, due_on, place);

-- name: step_plans_drop_empty
-- Drops plans with neither a person nor a day.
delete from step_plans where account_id = @account_id and assignee = '' and due_on is null;
