-- One row: the most that a landing page can bring on a day to be believed: so many times what is usual, where that is known.
select if(countIf(revenue > 0 and isFinite(revenue)) >= {fewest_earning:UInt64}, {times_usual:Float64} * quantileExactIf(0.5)(revenue, revenue > 0 and isFinite(revenue)), {most_revenue:Float64}) as most
from ga4_pages
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
  and day between {ga4_from:Date} and {ga4_to:Date}
  and sync_id in {ga4_pages_sync_ids:Array(UInt64)}
