-- One row: the number of a table's rows of replaced syncs that are too old to belong to a running one.
select count() as replaced
from {table:Identifier}
where account_id in {accounts:Array(UUID)}
  and site_id in {sites:Array(UUID)}
  and sync_id < {before:UInt64}
  and sync_id not in (
    select sync_id
    from {current:Identifier} final
    where account_id in {accounts:Array(UUID)}
      and site_id in {sites:Array(UUID)}
      and report = {report:String}
  )
