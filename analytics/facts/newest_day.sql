-- One row: a report of a table, with the last final day of it that was read for any site.
-- uses: reads
select
    toString(report) as report_name,
    max(day) as newest_day
from reads
where report in {reports:Array(String)}
  -- What is taken once, as of a day, never changes.
  and (is_final or report in {snapshots:Array(String)})
group by report_name
order by report_name
