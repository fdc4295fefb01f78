-- Deletes the rows of a site: those of the named imports, or all of them when none is named.
delete from technical_issues
where account_id = {account_id:UUID}
  and site_id = {site_id:UUID}
  and (empty({imports:Array(UUID)}) or has({imports:Array(UUID)}, import_id))
