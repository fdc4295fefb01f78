-- One row: an insight; open and in-progress ones first, then by score, and of equal ones what is expected to bring more.
select id::text as id, site_id::text as site_id, type, title, summary, instructions, evidence, entity_type, entity,
       impact, effort, confidence, score, value_low, value_mid, value_high, value_unit, value_currency,
       status, resolution, snoozed_until, assignee, reason, created_at, updated_at,
       (select to_jsonb(outcomes)
        from outcomes
        where outcomes.account_id = insights.account_id and outcomes.insight_id = insights.id
          and insights.status = 'done' and outcomes.fixed_at = insights.status_at) as outcome
from insights
where account_id = @account_id
  and (@site_id = '' or site_id = nullif(@site_id, '')::uuid)
  and (@status = '' or status = @status)
  and (@type = '' or type = @type)
  and (@query = '' or strpos(lower(title), lower(@query)) > 0 or strpos(lower(summary), lower(@query)) > 0)
  and (@snoozed::boolean is null or coalesce(snoozed_until > @now, false) = @snoozed)
  and (@assignee = '' or assignee = @assignee)
order by (status not in ('open', 'in_progress')), score desc, expected_value desc, id
limit @limit offset @offset
