-- One row: a query that had about as many clicks.
select query as key
from gsc_queries
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
  and day between {from:Date} and {to:Date}
  and sync_id in {gsc_queries_sync_ids:Array(UInt64)}
  and key not in {excluded:Array(String)}
group by key
having sum(clicks) > 0
order by abs(log(sum(clicks) / {amount:Float64})), key
limit {most:UInt64}
