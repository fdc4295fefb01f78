-- One row: a schedule that is due, or has yet to be planned.
select id::text as id, account_id::text as account_id
from report_schedules
where active and (next_at is null or next_at <= @now)
order by next_at nulls first, id
limit @most
