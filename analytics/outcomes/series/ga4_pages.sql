-- One row: what Analytics counted on a day of visits that began on a page, of one segment (channel and
-- device) or of all.
-- uses: ga4_pages_current
select
    if({pattern:String} = '', page, '') as key,
    day,
    toFloat64(sum(sessions)) as sessions_of_day,
    sumIf(conversions, isFinite(conversions)) as conversions_of_day,
    sumIf(revenue, isFinite(revenue)) as revenue_of_day,
    maxIf(currency, revenue != 0) as money
from ga4_pages_current
where day between {from:Date} and {to:Date}
  and if({pattern:String} = '', page in {keys:Array(String)}, match(concat(domainWithoutWWW(page), path(page)), {pattern:String}))
  and ({segment:String} = '' or concat(channel, ' on ', device) = {segment:String})
group by key, day
