-- One row: a report of a table, with the last final day of it that was read for any site.
select
    toString(report) as report_name,
    max(day) as newest_day
from current_days final
where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
  and report in {reports:Array(String)}
  -- What is taken once, as of a day, never changes.
  and (is_final or report in {snapshots:Array(String)})
group by report_name
order by report_name
