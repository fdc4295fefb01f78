-- uses: reads
with
    came as (
        select splitByChar('_', report)[1] as of_source, report as report_name, day as came_on, rows_read, arrayStringConcat(notes, ', ') as said_of_it
        from reads
    )
-- One row: a report of a day as it came, the newest first.
select came_on as came_day, report_name as report_that_came, rows_read as rows_of_it, said_of_it as notes_of_provider
from came
where endsWith({issue:String}, concat('_', of_source))
order by came_day desc, report_that_came
limit {shown_rows:UInt64}
