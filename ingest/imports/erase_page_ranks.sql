-- Deletes the rows of a site: those that stand on the pages or links of the named imports, or all of them when none is named.
delete from page_ranks
where account_id = {account_id:UUID}
  and site_id = {site_id:UUID}
  and (empty({imports:Array(UUID)}) or has({imports:Array(UUID)}, import_id) or has({imports:Array(UUID)}, links_import_id))
