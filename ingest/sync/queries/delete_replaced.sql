-- Deletes a table's rows of replaced syncs.
delete from {table:Identifier}
where account_id in {accounts:Array(UUID)}
  and site_id in {sites:Array(UUID)}
  and sync_id in {sync_ids:Array(UInt64)}
