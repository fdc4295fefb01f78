-- One row: how many rows one table has of a site; of all its connections, or of one.
select count() as remaining
from {table:Identifier}
where account_id = {account_id:UUID}
  and site_id = {site_id:UUID}
  and ({connection_id:String} = '' or toString(connection_id) = {connection_id:String})
