-- One row: how much of a connection's main report was imported. A report belongs to one provider.
select
    toString(connection_id) as connection,
    toInt64(count()) as days_read,
    min(day) as oldest,
    max(day) as newest,
    toInt64(countIf(has(notes, 'truncated'))) as truncated_days
from current_days final
where account_id = {account_id:UUID}
  and site_id in {sites:Array(UUID)}
  and connection_id in {connections:Array(UUID)}
  and report in {reports:Array(String)}
group by connection_id
order by connection
