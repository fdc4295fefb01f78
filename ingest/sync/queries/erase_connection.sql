-- Deletes one table's rows of a connection.
delete from {table:Identifier}
where account_id = {account_id:UUID}
  and site_id = {site_id:UUID}
  and connection_id = {connection_id:UUID}
