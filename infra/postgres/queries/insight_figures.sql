-- One row: what ranks and adds up an insight that is still to be dealt with and does not sleep. Site by site.
select id, site_id, status, score, effort, confidence, value_low, value_mid, value_high, value_unit, value_currency, expected_value, claim, claim_query
from insights
where account_id = @account_id
  and (@site_id = '' or site_id = nullif(@site_id, '')::uuid)
  and status in ('open', 'in_progress')
  and (snoozed_until is null or snoozed_until <= @now)
order by site_id
