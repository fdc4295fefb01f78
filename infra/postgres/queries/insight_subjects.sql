-- One row: what an insight is about that is of those types, still to be dealt with and does not sleep. Site by site in the order of its list.
select id::text as id, site_id::text as site_id, type, entity,
       coalesce(case when type = 'cannibalization' then evidence ->> 'keep' end, '') as keeps
from insights
where account_id = @account_id
  and site_id = any(@site_ids::uuid[])
  and type = any(@types::text[])
  and status in ('open', 'in_progress')
  and (snoozed_until is null or snoozed_until <= @now)
order by site_id, score desc, expected_value desc, id
