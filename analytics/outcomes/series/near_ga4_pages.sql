-- One row: a page that had about as many visits of the segment.
select page as key
from ga4_pages
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
  and day between {from:Date} and {to:Date}
  and sync_id in {ga4_pages_sync_ids:Array(UInt64)}
  and page != ''
  and ({segment:String} = '' or concat(channel, ' on ', device) = {segment:String})
  and key not in {excluded:Array(String)}
group by key
having sum(sessions) > 0
order by abs(log(sum(sessions) / {amount:Float64})), key
limit {most:UInt64}
