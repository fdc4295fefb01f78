-- One row: an insight of the site with what the lifecycle remembers of it. Locks them: one recompute at a time decides.
select id::text as id, site_id::text as site_id, type, title, summary, instructions, evidence, entity_type, entity,
       impact, effort, confidence, score, value_low, value_mid, value_high, value_unit, value_currency,
       status, resolution, snoozed_until, assignee, reason, created_at, updated_at,
       (select to_jsonb(outcomes)
        from outcomes
        where outcomes.account_id = insights.account_id and outcomes.insight_id = insights.id
          and insights.status = 'done' and outcomes.fixed_at = insights.status_at) as outcome,
       expected_value, status_at, dismissed_at_value, found_at
from insights
where account_id = @account_id and site_id = @site_id
order by id
for update
