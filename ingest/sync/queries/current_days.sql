-- One row: an imported day of a connection's report.
select
    report,
    day,
    read_on,
    is_final
from current_days final
where account_id = {account_id:UUID}
  and site_id = {site_id:UUID}
  and connection_id = {connection_id:UUID}
