-- One row: the number of a table's rows of one read of one day.
select
    sync_id,
    count() as written
from {table:Identifier}
where account_id = {account_id:UUID}
  and site_id = {site_id:UUID}
  and connection_id = {connection_id:UUID}
  and day between {from:Date} and {to:Date}
  and sync_id in {sync_ids:Array(UInt64)}
group by sync_id
