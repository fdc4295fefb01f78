-- One row: what ads of an ad group cost and brought on a day. The key is its campaign and itself, parted by a
-- space.
-- uses: gads_ad_groups_current
select
    concat(toString(campaign_id), ' ', toString(ad_group_id)) as key,
    day,
    sumIf(cost, isFinite(cost)) as cost_of_day,
    toFloat64(sum(clicks)) as clicks_of_day,
    sumIf(conversions, isFinite(conversions)) as conversions_of_day,
    maxIf(currency, cost != 0) as money
from gads_ad_groups_current
where day between {from:Date} and {to:Date}
  and key in {keys:Array(String)}
group by key, day
