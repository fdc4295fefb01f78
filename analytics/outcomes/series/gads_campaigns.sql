-- One row: what ads of a campaign cost and brought on a day.
select
    toString(campaign_id) as key,
    day,
    sumIf(cost, isFinite(cost)) as cost_of_day,
    toFloat64(sum(clicks)) as clicks_of_day,
    sumIf(conversions, isFinite(conversions)) as conversions_of_day,
    maxIf(currency, cost != 0) as money
from gads_campaigns
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
  and day between {from:Date} and {to:Date}
  and sync_id in {gads_campaigns_sync_ids:Array(UInt64)}
  and campaign_id in (select toUInt64OrZero(arrayJoin({keys:Array(String)})))
group by key, day
