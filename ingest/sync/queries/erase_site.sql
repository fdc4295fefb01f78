-- Deletes one table's rows of a site.
delete from {table:Identifier}
where account_id = {account_id:UUID}
  and site_id = {site_id:UUID}
