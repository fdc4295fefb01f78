-- One row: a day on which a report came.
-- uses: reads
select distinct day
from reads
where report = {report:String} and day between {from:Date} and {to:Date}
order by day
