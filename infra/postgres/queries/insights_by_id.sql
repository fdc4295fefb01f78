-- One row: an insight among those.
select id::text as id, site_id::text as site_id, type, title, summary, instructions, evidence, entity_type, entity,
       impact, effort, confidence, score, value_low, value_mid, value_high, value_unit, value_currency,
       status, resolution, snoozed_until, assignee, reason, created_at, updated_at,
       (select to_jsonb(outcomes)
        from outcomes
        where outcomes.account_id = insights.account_id and outcomes.insight_id = insights.id
          and insights.status = 'done' and outcomes.fixed_at = insights.status_at) as outcome
from insights
where account_id = @account_id and id = any(@ids::uuid[])
