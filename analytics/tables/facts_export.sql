-- One row: a row of a report of a provider, under the read of its day that counts. In the order in which rows
-- lie, so that none is held.
select * except (account_id, site_id, connection_id, sync_id)
from the_report
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
  and (connection_id, day, sync_id) in (
    select connection_id, day, sync_id
    from current_days final
    where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and report = {report:String}
)
order by connection_id, day
