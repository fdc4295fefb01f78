-- Keeps what is forecast of a fix, as the insight says it now.
insert into outcomes (insight_id, account_id, site_id, type, fixed_at, due_at,
                      forecast_low, forecast_mid, forecast_high, unit, currency, probability_fix)
select id, account_id, site_id, type, status_at, @due_at,
       value_low, value_mid, value_high, value_unit, value_currency,
       coalesce((evidence->>'probabilityFixAssumed')::float8, (evidence->>'probabilityFix')::float8)
from insights
where account_id = @account_id and id = @id
