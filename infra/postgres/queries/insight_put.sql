-- Adds insights, or gives known ones what the recompute found; one statement for all, so that the versions rise once.
insert into insights (id, account_id, site_id, type, entity_type, entity, entity_key, title, summary, instructions, evidence,
                      impact, effort, confidence, score, value_low, value_mid, value_high, value_unit, value_currency,
                      expected_value, status, resolution, reason, snoozed_until, status_at, dismissed_at_value, found_at, created_at, updated_at)
select put.id, @account_id::uuid, @site_id::uuid, put.type, put.entity_type, put.entity, put.entity_key, put.title, put.summary, put.instructions, put.evidence,
       put.impact, put.effort, put.confidence, put.score, put.value_low, put.value_mid, put.value_high, put.value_unit, put.value_currency,
       put.expected_value, put.status, put.resolution, put.reason, put.snoozed_until, put.status_at, put.dismissed_at_value, put.found_at, put.created_at, put.updated_at
from jsonb_to_recordset(@insights) as put (
    id uuid, type text, entity_type text, entity jsonb, entity_key text, title text, summary text, instructions text, evidence jsonb,
    impact smallint, effort smallint, confidence smallint, score smallint,
    value_low float8, value_mid float8, value_high float8, value_unit text, value_currency text,
    expected_value float8, status text, resolution text, reason text, snoozed_until timestamptz, status_at timestamptz, dismissed_at_value float8, found_at timestamptz,
    created_at timestamptz, updated_at timestamptz)
on conflict (site_id, type, entity_key) do update set
    entity_type = excluded.entity_type, entity = excluded.entity, title = excluded.title, summary = excluded.summary,
    instructions = excluded.instructions, evidence = excluded.evidence, impact = excluded.impact, effort = excluded.effort,
    confidence = excluded.confidence, score = excluded.score, value_low = excluded.value_low, value_mid = excluded.value_mid,
    value_high = excluded.value_high, value_unit = excluded.value_unit, value_currency = excluded.value_currency,
    expected_value = excluded.expected_value, status = excluded.status, resolution = excluded.resolution,
    reason = excluded.reason, snoozed_until = excluded.snoozed_until,
    status_at = excluded.status_at, dismissed_at_value = excluded.dismissed_at_value, found_at = excluded.found_at,
    updated_at = excluded.updated_at
where insights.account_id = excluded.account_id
