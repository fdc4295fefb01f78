-- One row: a page that was tested too, the newest tests first.
-- uses: pagespeed_tests_current
select page as key
from pagespeed_tests_current
where day between {from:Date} and {to:Date}
  and key not in {excluded:Array(String)}
  and ({pattern:String} = '' or not match(concat(domainWithoutWWW(page), path(page)), {pattern:String}))
  and ({device:String} = '' or device = {device:String})
group by key
order by max(day) desc, key
limit {most:UInt64}
