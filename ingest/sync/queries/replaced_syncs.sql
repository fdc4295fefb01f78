-- One row: a sync whose rows in a table are all replaced, and too old to belong to a running one.
select distinct sync_id
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
limit {most:UInt32}
