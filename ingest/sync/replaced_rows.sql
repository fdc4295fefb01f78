-- One row: how many rows of a table are of reads that do not count, and are too old to be of one that is under way.
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
