-- One row: an insight; open and in-progress ones first, then by score.
select id::text as id, site_id::text as site_id, type, title, summary, instructions, evidence, entity_type, entity,
       impact, effort, confidence, score, value_low, value_mid, value_high, value_unit, value_currency,
       status, resolution, snoozed_until, created_at, updated_at
from insights
where account_id = @account_id
  and (@site_id = '' or site_id = nullif(@site_id, '')::uuid)
  and (@status = '' or status = @status)
  and (@type = '' or type = @type)
  and (@query = '' or strpos(lower(title), lower(@query)) > 0 or strpos(lower(summary), lower(@query)) > 0)
order by (status not in ('open', 'in_progress')), score desc, id
limit @limit offset @offset
