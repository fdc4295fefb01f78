-- One row: a fix of the site that is to be measured, with the insight that it is of.
select outcomes.insight_id::text as insight_id, outcomes.status, outcomes.fixed_at, outcomes.due_at,
       outcomes.forecast_low, outcomes.forecast_mid, outcomes.forecast_high, outcomes.unit, outcomes.currency,
       outcomes.probability_fix, outcomes.controls, outcomes.measured_at, outcomes.gain_low, outcomes.gain_mid, outcomes.gain_high,
       outcomes.worked, outcomes.reason,
       insights.type, insights.entity_type, insights.entity, insights.evidence
from outcomes
join insights on insights.account_id = outcomes.account_id and insights.id = outcomes.insight_id
where outcomes.account_id = @account_id and outcomes.site_id = @site_id and outcomes.status = 'waiting'
order by outcomes.fixed_at, outcomes.insight_id
