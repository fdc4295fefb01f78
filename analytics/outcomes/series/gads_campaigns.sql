-- One row: what ads of a campaign cost and brought on a day.
-- uses: gads_campaigns_current
select
    toString(campaign_id) as key,
    day,
    sumIf(cost, isFinite(cost)) as cost_of_day,
    toFloat64(sum(clicks)) as clicks_of_day,
    sumIf(conversions, isFinite(conversions)) as conversions_of_day,
    maxIf(currency, cost != 0) as money
from gads_campaigns_current
where day between {from:Date} and {to:Date}
  and campaign_id in (select toUInt64OrZero(arrayJoin({keys:Array(String)})))
group by key, day
