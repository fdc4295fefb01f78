-- Deletes the rows of a site: those computed from pages or links of the given imports, or all when none is
-- given.
delete from page_rankings
where account_id = {account_id:UUID}
  and site_id = {site_id:UUID}
  and (empty({imports:Array(UUID)}) or has({imports:Array(UUID)}, import_id) or has({imports:Array(UUID)}, links_import_id))
