-- name: outcomes_add
-- Stores the forecasts of fixes from the current insights.
insert into outcomes (insight_id, account_id, site_id, type, fixed_at, due_at,
                      forecast_low, forecast_mid, forecast_high, unit, currency, probability_fix)
select id, account_id, site_id, type, status_at, due.at,
       value_low, value_mid, value_high, value_unit, value_currency,
       coalesce((evidence->>'probabilityFixAssumed')::float8, (evidence->>'probabilityFix')::float8)
from insights
join unnest(@ids::uuid[], @due_at::timestamptz[]) as due (insight_id, at) on due.insight_id = insights.id
where account_id = @account_id;

-- name: outcomes_drop
-- Deletes forecasts of the sites' insights that were reopened before measurement.
delete from outcomes using insights
where outcomes.account_id = @account_id and outcomes.site_id = any(@site_ids::uuid[]) and outcomes.status = 'waiting'
  and insights.id = outcomes.insight_id
  and (insights.status <> 'done' or insights.status_at <> outcomes.fixed_at);

-- name: outcomes_put
-- Stores the control entities and measurements of fixes, except of insights reopened meanwhile.
update outcomes
set controls = put.controls, status = put.status, measured_at = put.measured_at, unit = put.unit, currency = put.currency,
    gain_low = put.gain_low, gain_mid = put.gain_mid, gain_high = put.gain_high, worked = put.worked, reason = put.reason
from jsonb_to_recordset(@outcomes) as put (
    insight_id uuid, fixed_at timestamptz, controls jsonb, status text, measured_at timestamptz, unit text, currency text,
    gain_low float8, gain_mid float8, gain_high float8, worked boolean, reason text)
where outcomes.account_id = @account_id and outcomes.site_id = @site_id and outcomes.status = 'waiting'
  and outcomes.insight_id = put.insight_id and outcomes.fixed_at = put.fixed_at;

-- name: outcomes_waiting
-- One row per fix of the site to be measured, with its insight.
select outcomes.insight_id::text as insight_id, outcomes.status, outcomes.fixed_at, outcomes.due_at,
       outcomes.forecast_low, outcomes.forecast_mid, outcomes.forecast_high, outcomes.unit, outcomes.currency,
       outcomes.probability_fix, outcomes.controls, outcomes.measured_at, outcomes.gain_low, outcomes.gain_mid, outcomes.gain_high,
       outcomes.worked, outcomes.reason,
       insights.type, insights.entity_type, insights.entity, insights.evidence
from outcomes
join insights on insights.account_id = outcomes.account_id and insights.id = outcomes.insight_id
where outcomes.account_id = @account_id and outcomes.site_id = @site_id and outcomes.status = 'waiting'
order by outcomes.fixed_at, outcomes.insight_id;

-- name: hit_rates
-- One row per insight type with measured fixes of the site: how many could be judged, how many worked, and
-- the method's prior.
select type,
       count(*)::int as measured,
       (count(*) filter (where worked))::int as worked,
       coalesce(avg(probability_fix), 0.5) as prior,
       0::float8 as rate
from outcomes
where account_id = @account_id and site_id = @site_id and status = 'measured' and worked is not null
group by type
order by type;
