-- One row: a page that had about as many clicks. Those of a template are left out.
-- uses: gsc_pages_current
select page as key
from gsc_pages_current
where day between {from:Date} and {to:Date}
  and ({pattern:String} = '' or not match(concat(domainWithoutWWW(page), path(page)), {pattern:String}))
  and key not in {excluded:Array(String)}
group by key
having sum(clicks) > 0
order by abs(log(sum(clicks) / {amount:Float64})), key
limit {most:UInt64}
