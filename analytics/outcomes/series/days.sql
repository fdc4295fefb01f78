-- One row: a day on which a report came.
select distinct day
from current_days final
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
  and report = {report:String} and day between {from:Date} and {to:Date}
order by day
