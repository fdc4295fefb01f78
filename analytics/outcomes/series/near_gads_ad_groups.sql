-- One row: an ad group of another campaign, or of a campaign 0 any, that cost about as much. The key is its
-- campaign and itself, parted by a space.
-- uses: gads_ad_groups_current
select concat(toString(campaign_id), ' ', toString(ad_group_id)) as key
from gads_ad_groups_current
where day between {from:Date} and {to:Date}
  and campaign_id != {campaign:UInt64}
  and key not in {excluded:Array(String)}
group by key
having sumIf(cost, isFinite(cost)) > 0
order by abs(log(sumIf(cost, isFinite(cost)) / {amount:Float64})), key
limit {most:UInt64}
