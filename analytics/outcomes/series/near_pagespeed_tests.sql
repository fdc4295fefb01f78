-- One row: a page that was tested too, the newest tests first.
select page as key
from pagespeed_tests
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
  and day between {from:Date} and {to:Date}
  and sync_id in {pagespeed_tests_sync_ids:Array(UInt64)}
  and key not in {excluded:Array(String)}
  and ({pattern:String} = '' or not match(concat(domainWithoutWWW(page), path(page)), {pattern:String}))
  and ({device:String} = '' or device = {device:String})
group by key
order by max(day) desc, key
limit {most:UInt64}
