-- One row: an active campaign with its cost and conversions, without the last days, whose conversions are
-- still to come. Looks up the reads, since its days may be outside the window of a table.
-- uses: reads
select
    site_id as of_site,
    currency as of_money,
    sum(cost) as spent,
    sum(conversions) as won,
    if(won > 0, spent / won, {cpa_no_cost:Float64}) as cost_of_one,
    argMax(status, day) as state,
    argMax(campaign, day) as name
from gads_campaigns
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)}
  and connection_id in {connections:Array(UUID)}
  and day > {cpa_until:Date} - {cpa_days:UInt16} and day <= {cpa_until:Date}
  and sync_id in (select sync_id from reads where report = 'gads_campaigns')
  and isFinite(cost) and cost >= 0 and isFinite(conversions) and conversions >= 0
group by of_site, of_money, campaign_id
having spent > 0 and state in ('enabled', '')
