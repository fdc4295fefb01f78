-- One row: what ads of an ad group cost and brought on a day. The key is its campaign and itself, parted by a space.
select
    concat(toString(campaign_id), ' ', toString(ad_group_id)) as key,
    day,
    sumIf(cost, isFinite(cost)) as cost_of_day,
    toFloat64(sum(clicks)) as clicks_of_day,
    sumIf(conversions, isFinite(conversions)) as conversions_of_day,
    maxIf(currency, cost != 0) as money
from gads_ad_groups
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
  and day between {from:Date} and {to:Date}
  and sync_id in {gads_ad_groups_sync_ids:Array(UInt64)}
  and key in {keys:Array(String)}
group by key, day
