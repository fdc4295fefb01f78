-- One row: one table's rows of an account, and those among them of sites that are no longer there.
select count() as found,
       countIf(not has({sites:Array(UUID)}, site_id)) as orphaned
from {table:Identifier}
where account_id = {account_id:UUID}
