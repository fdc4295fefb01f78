-- One row: a page and a query, parted by a space, that had about as many clicks; not the same query elsewhere, nor another of the same page.
select concat(page, ' ', query) as key
from gsc_query_pages
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
  and day between {from:Date} and {to:Date}
  and sync_id in {gsc_query_pages_sync_ids:Array(UInt64)}
  and query != {query:String} and page != {page:String}
  and key not in {excluded:Array(String)}
group by key
having sum(clicks) > 0
order by abs(log(sum(clicks) / {amount:Float64})), key
limit 3 by splitByChar(' ', key)[1]
limit {most:UInt64}
