-- Keeps which entities fixes are compared with and what was measured; what was opened again meanwhile is not there any more.
update outcomes
set controls = put.controls, status = put.status, measured_at = put.measured_at, unit = put.unit, currency = put.currency,
    gain_low = put.gain_low, gain_mid = put.gain_mid, gain_high = put.gain_high, worked = put.worked, reason = put.reason
from jsonb_to_recordset(@outcomes) as put (
    insight_id uuid, fixed_at timestamptz, controls jsonb, status text, measured_at timestamptz, unit text, currency text,
    gain_low float8, gain_mid float8, gain_high float8, worked boolean, reason text)
where outcomes.account_id = @account_id and outcomes.site_id = @site_id and outcomes.status = 'waiting'
  and outcomes.insight_id = put.insight_id and outcomes.fixed_at = put.fixed_at
