-- One row: a page and a query, parted by a space, that had about as many clicks; not the same query
-- elsewhere, nor another of the same page.
-- uses: gsc_query_pages_current
select concat(page, ' ', query) as key
from gsc_query_pages_current
where day between {from:Date} and {to:Date}
  and query != {query:String} and page != {page:String}
  and key not in {excluded:Array(String)}
group by key
having sum(clicks) > 0
order by abs(log(sum(clicks) / {amount:Float64})), key
limit 3 by splitByChar(' ', key)[1]
limit {most:UInt64}
