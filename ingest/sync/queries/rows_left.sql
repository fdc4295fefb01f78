-- One row: the number of one table's remaining rows of a site, for all its connections or one.
select count() as remaining
from {table:Identifier}
where account_id = {account_id:UUID}
  and site_id = {site_id:UUID}
  and ({connection_id:String} = '' or toString(connection_id) = {connection_id:String})
