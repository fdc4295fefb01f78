-- name: insight
-- One row: the insight.
select id::text as id, site_id::text as site_id, type, title, summary, instructions, evidence, entity_type, entity,
       impact, effort, confidence, score, value_low, value_mid, value_high, value_unit, value_currency,
       status, resolution, snoozed_until, assignee, coalesce(assignee_id::text, '') as assignee_id, due_on::text as due_on, reason, created_at, updated_at, plan, small, hours, usual_hours, done_steps,
       (select jsonb_agg(jsonb_build_object('step', step, 'assignee', step_plans.assignee, 'assigneeId', step_plans.assignee_id, 'dueDate', step_plans.due_on) order by place)
        from step_plans
        where step_plans.account_id = insights.account_id and step_plans.insight_id = insights.id) as step_plans,
       (select to_jsonb(outcomes)
        from outcomes
        where outcomes.account_id = insights.account_id and outcomes.insight_id = insights.id
          and insights.status = 'done' and outcomes.fixed_at = insights.status_at) as outcome
from insights
where account_id = @account_id and id = @id;

-- name: insights_edit
-- Sets the user's fields other than the status; null leaves a field unchanged.
update insights
set snoozed_until = case when @snoozes then @snoozed_until else snoozed_until end,
    assignee = coalesce(@assignee, assignee),
    assignee_id = case when @assignee::text is null then assignee_id else nullif(@assignee_id, '')::uuid end,
    due_on = case when @sets_due then @due_on::date else due_on end,
    reason = coalesce(@reason, reason),
    done_steps = coalesce(@done_steps, done_steps),
    updated_at = @now
where account_id = @account_id and id = any(@ids::uuid[]);

-- name: insight_figures
-- One row per open or in-progress insight that is not snoozed: its figures for ranking and totals, site by
-- site.
select id, site_id, status, score, effort, confidence, value_low, value_mid, value_high, value_unit, value_currency, expected_value, claim, claim_query, small, hours
from insights
where account_id = @account_id
  and (@site_id = '' or site_id = nullif(@site_id, '')::uuid)
  and (@client_id = '' and @tag = '' or site_id in (select chosen_sites(@account_id::uuid, @client_id, @tag)))
  and status in ('open', 'in_progress')
  and (snoozed_until is null or snoozed_until <= @now)
order by site_id;

-- name: insights_lock
-- One row per insight among the ids: what an edit needs of it, locked until the end of the transaction.
select id::text as id, site_id::text as site_id, title, status, assignee, coalesce(assignee_id::text, '') as assignee_id
from insights
where account_id = @account_id and id = any(@ids::uuid[])
order by id
for update;

-- name: insight_put
-- Adds or updates the insights of a recompute, in one statement so that the versions rise once.
insert into insights (id, account_id, site_id, type, entity_type, entity, entity_key, title, summary, instructions, evidence,
                      impact, effort, confidence, score, value_low, value_mid, value_high, value_unit, value_currency,
                      expected_value, status, resolution, reason, snoozed_until, status_at, dismissed_at_value, found_at, created_at, updated_at,
                      plan, small, usual_hours, hours)
select put.id, @account_id::uuid, @site_id::uuid, put.type, put.entity_type, put.entity, put.entity_key, put.title, put.summary, put.instructions, put.evidence,
       put.impact, put.effort, put.confidence, put.score, put.value_low, put.value_mid, put.value_high, put.value_unit, put.value_currency,
       put.expected_value, put.status, put.resolution, put.reason, put.snoozed_until, put.status_at, put.dismissed_at_value, put.found_at, put.created_at, put.updated_at,
       put.plan, put.small, put.usual_hours, greatest(0.25, round(4 * put.usual_hours * coalesce(site_hours.factor, 1)) / 4)
from jsonb_to_recordset(@insights) as put (
    id uuid, type text, entity_type text, entity jsonb, entity_key text, title text, summary text, instructions text, evidence jsonb,
    impact smallint, effort smallint, confidence smallint, score smallint,
    value_low float8, value_mid float8, value_high float8, value_unit text, value_currency text,
    expected_value float8, status text, resolution text, reason text, snoozed_until timestamptz, status_at timestamptz, dismissed_at_value float8, found_at timestamptz,
    created_at timestamptz, updated_at timestamptz, plan jsonb, small boolean, usual_hours float8)
left join site_hours on site_hours.account_id = @account_id and site_hours.site_id = @site_id and site_hours.type = put.type
on conflict (site_id, type, entity_key) do update set
    entity_type = excluded.entity_type, entity = excluded.entity, title = excluded.title, summary = excluded.summary,
    instructions = excluded.instructions, evidence = excluded.evidence, impact = excluded.impact, effort = excluded.effort,
    confidence = excluded.confidence, score = excluded.score, value_low = excluded.value_low, value_mid = excluded.value_mid,
    value_high = excluded.value_high, value_unit = excluded.value_unit, value_currency = excluded.value_currency,
    expected_value = excluded.expected_value, status = excluded.status, resolution = excluded.resolution,
    reason = excluded.reason, snoozed_until = excluded.snoozed_until,
    status_at = excluded.status_at, dismissed_at_value = excluded.dismissed_at_value, found_at = excluded.found_at,
    updated_at = excluded.updated_at, plan = excluded.plan, small = excluded.small,
    usual_hours = excluded.usual_hours, hours = coalesce(insights.own_hours, excluded.hours)
where insights.account_id = excluded.account_id;

-- name: insights_set_status
-- Sets the user's status, and stores the value of a dismissed insight. It ends a snooze and clears the
-- earlier reason. One row per insight, the best of a site first.
with changed as (
    update insights
    set status = @status,
        resolution = case when @status = 'done' then 'fixed' else '' end,
        reason = @reason,
        snoozed_until = null,
        dismissed_at_value = case when @status = 'dismissed' then expected_value end,
        status_at = @now,
        updated_at = @now
    where account_id = @account_id and id = any(@ids::uuid[])
    returning id, site_id, title, entity_type, score, expected_value
)
select id::text as id, site_id::text as site_id, title, entity_type
from changed
order by site_id, score desc, expected_value desc, id;

-- name: insight_subjects
-- One row per open or in-progress insight of the types that is not snoozed: its subject, site by site in list
-- order.
select id::text as id, site_id::text as site_id, type, entity,
       coalesce(case when type = 'cannibalization' then evidence ->> 'keep' end, '') as keeps,
       score, value_mid is not null as has_value
from insights
where account_id = @account_id
  and site_id = any(@site_ids::uuid[])
  and type = any(@types::text[])
  and status in ('open', 'in_progress')
  and (not small or status <> 'open')
  and (snoozed_until is null or snoozed_until <= @now)
order by site_id, score desc, expected_value desc, id;

-- name: insights
-- One row per insight in the order that is asked for; by default open and in-progress first, then by score,
-- then by expected value. Values of different units and currencies stand apart; unknown ones are last.
select id::text as id, site_id::text as site_id, type, title, summary, instructions, evidence, entity_type, entity,
       impact, effort, confidence, score, value_low, value_mid, value_high, value_unit, value_currency,
       status, resolution, snoozed_until, assignee, coalesce(assignee_id::text, '') as assignee_id, due_on::text as due_on, reason, created_at, updated_at, plan, small, hours, usual_hours, done_steps,
       (select jsonb_agg(jsonb_build_object('step', step, 'assignee', step_plans.assignee, 'assigneeId', step_plans.assignee_id, 'dueDate', step_plans.due_on) order by place)
        from step_plans
        where step_plans.account_id = insights.account_id and step_plans.insight_id = insights.id) as step_plans,
       (select to_jsonb(outcomes)
        from outcomes
        where outcomes.account_id = insights.account_id and outcomes.insight_id = insights.id
          and insights.status = 'done' and outcomes.fixed_at = insights.status_at) as outcome
from insights
where account_id = @account_id
  and (@site_id = '' or site_id = nullif(@site_id, '')::uuid)
  and (@client_id = '' and @tag = '' or site_id in (select chosen_sites(@account_id::uuid, @client_id, @tag)))
  and (coalesce(cardinality(@ids::text[]), 0) = 0 or id::text = any(@ids))
  and (cardinality(@statuses::text[]) = 0 or status = any(@statuses))
  and (@type = '' or type = @type)
  and (@query = '' or strpos(search_text, lower(@query)) > 0)
  and (@snoozed::boolean is null or coalesce(snoozed_until > @now, false) = @snoozed)
  and (@assignee = '' or id = any(array(select assigned_insights(@account_id::uuid, @assignee))))
  and (@small or not small or status <> 'open')
order by case when @sort = '' then status not in ('open', 'in_progress') end,
         case when @sort = 'value' then coalesce(array_position(array['currency', 'clicks'], value_unit), 3) end,
         case when @sort = 'value' then value_currency end,
         @direction::int * case @sort
             when 'value' then value_mid when 'score' then score when 'effort' then effort when 'confidence' then confidence
             when 'dueOn' then extract(epoch from due_on) when 'createdAt' then extract(epoch from created_at) when 'updatedAt' then extract(epoch from updated_at)
         end nulls last,
         case when @direction > 0 then case @sort
             when 'title' then lower(title) when 'type' then type when 'status' then status when 'assignee' then nullif(lower(assignee), '')
         end end nulls last,
         case when @direction < 0 then case @sort
             when 'title' then lower(title) when 'type' then type when 'status' then status when 'assignee' then nullif(lower(assignee), '')
         end end desc nulls last,
         score desc, expected_value desc, id
limit @limit offset @offset;

-- name: insights_by_id
-- One row per insight among the ids.
select id::text as id, site_id::text as site_id, type, title, summary, instructions, evidence, entity_type, entity,
       impact, effort, confidence, score, value_low, value_mid, value_high, value_unit, value_currency,
       status, resolution, snoozed_until, assignee, coalesce(assignee_id::text, '') as assignee_id, due_on::text as due_on, reason, created_at, updated_at, plan, small, hours, usual_hours, done_steps,
       (select jsonb_agg(jsonb_build_object('step', step, 'assignee', step_plans.assignee, 'assigneeId', step_plans.assignee_id, 'dueDate', step_plans.due_on) order by place)
        from step_plans
        where step_plans.account_id = insights.account_id and step_plans.insight_id = insights.id) as step_plans,
       (select to_jsonb(outcomes)
        from outcomes
        where outcomes.account_id = insights.account_id and outcomes.insight_id = insights.id
          and insights.status = 'done' and outcomes.fixed_at = insights.status_at) as outcome
from insights
where account_id = @account_id and id = any(@ids::uuid[]);

-- name: insights_count
-- One row: the number of matching insights.
select count(*) as count
from insights
where account_id = @account_id
  and (@site_id = '' or site_id = nullif(@site_id, '')::uuid)
  and (@client_id = '' and @tag = '' or site_id in (select chosen_sites(@account_id::uuid, @client_id, @tag)))
  and (coalesce(cardinality(@ids::text[]), 0) = 0 or id::text = any(@ids))
  and (cardinality(@statuses::text[]) = 0 or status = any(@statuses))
  and (@type = '' or type = @type)
  and (@query = '' or strpos(search_text, lower(@query)) > 0)
  and (@snoozed::boolean is null or coalesce(snoozed_until > @now, false) = @snoozed)
  and (@assignee = '' or id = any(array(select assigned_insights(@account_id::uuid, @assignee))))
  and (@small or not small or status <> 'open');

-- name: insights_small_count
-- One row: the number of matching insights that a list without small ones leaves out.
select count(*) as count
from insights
where account_id = @account_id
  and (@site_id = '' or site_id = nullif(@site_id, '')::uuid)
  and (@client_id = '' and @tag = '' or site_id in (select chosen_sites(@account_id::uuid, @client_id, @tag)))
  and (coalesce(cardinality(@ids::text[]), 0) = 0 or id::text = any(@ids))
  and (cardinality(@statuses::text[]) = 0 or status = any(@statuses))
  and (@type = '' or type = @type)
  and (@query = '' or strpos(search_text, lower(@query)) > 0)
  and (@snoozed::boolean is null or coalesce(snoozed_until > @now, false) = @snoozed)
  and (@assignee = '' or id = any(array(select assigned_insights(@account_id::uuid, @assignee))))
  and not @small and small and status = 'open';

-- name: insights_of_page
-- One row per open or in-progress insight about the page, best first.
select id::text as id
from insights
where account_id = @account_id and site_id = @site_id and entity ->> 'page' = @page and status in ('open', 'in_progress')
order by score desc, expected_value desc, id;

-- name: insights_open
-- One row per open or in-progress insight that is not snoozed, best first: what tables say of it. Its step is
-- the first one that changes something.
select id::text as id, site_id::text as site_id, type, title, entity_type, entity, score, status, coalesce(evidence->>'keep', '') as keep,
       split_part(instructions, E'\n', case when instructions like 'Check first%' then 2 else 1 end) as step,
       value_low, value_mid, value_high, value_unit, value_currency
from insights
where account_id = @account_id and (@site_id = '' or site_id = nullif(@site_id, '')::uuid)
  and status in ('open', 'in_progress') and (snoozed_until is null or snoozed_until <= now())
order by score desc, expected_value desc, id;

-- name: insights_of_site
-- One row per insight of the site with its lifecycle columns. Locks them, so that only one recompute decides
-- at a time.
select id::text as id, site_id::text as site_id, type, title, summary, instructions, evidence, entity_type, entity,
       impact, effort, confidence, score, value_low, value_mid, value_high, value_unit, value_currency,
       status, resolution, snoozed_until, assignee, coalesce(assignee_id::text, '') as assignee_id, due_on::text as due_on, reason, created_at, updated_at, plan, small, hours, usual_hours, done_steps,
       (select jsonb_agg(jsonb_build_object('step', step, 'assignee', step_plans.assignee, 'assigneeId', step_plans.assignee_id, 'dueDate', step_plans.due_on) order by place)
        from step_plans
        where step_plans.account_id = insights.account_id and step_plans.insight_id = insights.id) as step_plans,
       (select to_jsonb(outcomes)
        from outcomes
        where outcomes.account_id = insights.account_id and outcomes.insight_id = insights.id
          and insights.status = 'done' and outcomes.fixed_at = insights.status_at) as outcome,
       expected_value, status_at, dismissed_at_value, found_at
from insights
where account_id = @account_id and site_id = @site_id
order by id
for update;

-- name: insights_ranked
-- One row per insight with its score in the account, ordered as insights: by default then by share, because
-- the score is capped at 100. The formula and its constants are in analytics/scoring/score.go.
with measures as (
    select * from unnest(@units::text[], @currencies::text[], @floors::float8[], @tops::float8[]) as measures (unit, currency, floor, top)
),
caps as (
    select * from unnest(@sites::uuid[], @caps::float8[]) as caps (site_id, cap)
),
shares as (
    select insights.*, @ease::float8[] as ease, (insights.effort + 10) / 20 as effort_class,
           case when insights.value_unit is null
               then least(insights.impact / 100.0::float8, coalesce(caps.cap, @usual_cap::float8))
               else ln(1 + insights.expected_value / coalesce(measures.floor, @least_floor::float8))
                    / ln(1 + coalesce(measures.top, @least_top::float8) / coalesce(measures.floor, @least_floor::float8))
           end as share
    from insights
    left join measures on measures.unit = insights.value_unit and measures.currency = coalesce(insights.value_currency, '')
    left join caps on caps.site_id = insights.site_id
    where insights.account_id = @account_id
      and (@site_id = '' or insights.site_id = nullif(@site_id, '')::uuid)
      and (@client_id = '' and @tag = '' or insights.site_id in (select chosen_sites(@account_id::uuid, @client_id, @tag)))
      and (coalesce(cardinality(@ids::text[]), 0) = 0 or insights.id::text = any(@ids))
      and (cardinality(@statuses::text[]) = 0 or insights.status = any(@statuses))
      and (@type = '' or insights.type = @type)
      and (@query = '' or strpos(insights.search_text, lower(@query)) > 0)
      and (@snoozed::boolean is null or coalesce(insights.snoozed_until > @now, false) = @snoozed)
      and (@assignee = '' or insights.id = any(array(select assigned_insights(@account_id::uuid, @assignee))))
      and (@small or not insights.small or insights.status <> 'open')
),
scores as (
    select shares.*,
           floor(100 * least(1, @impact_weight::float8 * share + @ease_weight::float8 * ease[effort_class] * power(least(share, 1), @ease_exponent::float8)) + 0.5)::int as account_score
    from shares
)
select id::text as id, account_score as score
from scores
order by case when @sort = '' then status not in ('open', 'in_progress') end,
         case when @sort = 'value' then coalesce(array_position(array['currency', 'clicks'], value_unit), 3) end,
         case when @sort = 'value' then value_currency end,
         @direction::int * case @sort
             when 'value' then value_mid when 'score' then account_score when 'effort' then effort when 'confidence' then confidence
             when 'dueOn' then extract(epoch from due_on) when 'createdAt' then extract(epoch from created_at) when 'updatedAt' then extract(epoch from updated_at)
         end nulls last,
         case when @direction > 0 then case @sort
             when 'title' then lower(title) when 'type' then type when 'status' then status when 'assignee' then nullif(lower(assignee), '')
         end end nulls last,
         case when @direction < 0 then case @sort
             when 'title' then lower(title) when 'type' then type when 'status' then status when 'assignee' then nullif(lower(assignee), '')
         end end desc nulls last,
         account_score desc, share desc, id
limit @limit offset @offset;

-- name: targets
-- One row per insight of the site that is not dismissed: its subject, and when it was marked as fixed.
select entity, case when status = 'done' and resolution = 'fixed' then status_at end as fixed_at
from insights
where account_id = @account_id and site_id = @site_id and status <> 'dismissed' and resolution <> 'gone';
