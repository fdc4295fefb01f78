-- One row: a report of the site with its last final day, the current reads of all its days, and the imported
-- days among the {days} up to the source's last final day, the newest week and the newest ten days.
-- uses: reads
with
    read_days as (
        select
            splitByChar('_', report)[1] as source,
            report as report_name,
            day as read_day,
            sync_id,
            -- What is taken once, as of a day, never changes.
            report in {snapshots:Array(String)} as is_snapshot,
            is_final or is_snapshot as final_day,
            has(notes, 'truncated') as is_truncated
        from reads
    ),
    ends as (
        select source, max(read_day) as last_day
        from read_days
        where final_day and report_name not in {side_snapshots:Array(String)}
        group by source
    )
select
    source,
    report_name,
    last_day,
    -- What is taken today is younger than the last final day of what is counted.
    countIf(read_day > last_day - {days:UInt16} and (read_day <= last_day or is_snapshot)) as days_in_window,
    countIf(is_truncated and read_day > last_day - {days:UInt16} and read_day <= last_day) as truncated_days,
    maxIf(read_day, final_day) as newest_day,
    groupArray(sync_id) as sync_ids,
    countIf(read_day > last_day - 7 and read_day <= last_day) as days_of_week,
    countIf(read_day > last_day - 10 and read_day <= last_day) as days_of_ten
from read_days
inner join ends using (source)
group by source, report_name, last_day
order by source, report_name
