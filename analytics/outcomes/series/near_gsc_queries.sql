-- One row: a query that had about as many clicks.
-- uses: gsc_queries_current
select query as key
from gsc_queries_current
where day between {from:Date} and {to:Date}
  and key not in {excluded:Array(String)}
group by key
having sum(clicks) > 0
order by abs(log(sum(clicks) / {amount:Float64})), key
limit {most:UInt64}
