-- One row: a page that had about as many clicks. Those of a template are left out.
select page as key
from gsc_pages
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
  and day between {from:Date} and {to:Date}
  and sync_id in {gsc_pages_sync_ids:Array(UInt64)}
  and ({pattern:String} = '' or not match(concat(domainWithoutWWW(page), path(page)), {pattern:String}))
  and key not in {excluded:Array(String)}
group by key
having sum(clicks) > 0
order by abs(log(sum(clicks) / {amount:Float64})), key
limit {most:UInt64}
