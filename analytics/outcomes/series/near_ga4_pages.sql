-- One row: a page that had about as many visits of the segment.
-- uses: ga4_pages_current
select page as key
from ga4_pages_current
where day between {from:Date} and {to:Date}
  and page != ''
  and ({segment:String} = '' or concat(channel, ' on ', device) = {segment:String})
  and key not in {excluded:Array(String)}
group by key
having sum(sessions) > 0
order by abs(log(sum(sessions) / {amount:Float64})), key
limit {most:UInt64}
