-- Deletes the rows of a site: of the given imports, or all of them when none is given.
delete from links
where account_id = {account_id:UUID}
  and site_id = {site_id:UUID}
  and (empty({imports:Array(UUID)}) or has({imports:Array(UUID)}, import_id))
