-- One row: what Analytics counted on a day of visits that began on a page, of one segment (channel and device) or of all.
select
    if({pattern:String} = '', page, '') as key,
    day,
    toFloat64(sum(sessions)) as sessions_of_day,
    sumIf(conversions, isFinite(conversions)) as conversions_of_day,
    sumIf(revenue, isFinite(revenue)) as revenue_of_day,
    maxIf(currency, revenue != 0) as money
from ga4_pages
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
  and day between {from:Date} and {to:Date}
  and sync_id in {ga4_pages_sync_ids:Array(UInt64)}
  and if({pattern:String} = '', page in {keys:Array(String)}, match(concat(domainWithoutWWW(page), path(page)), {pattern:String}))
  and ({segment:String} = '' or concat(channel, ' on ', device) = {segment:String})
group by key, day
