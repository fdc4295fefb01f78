-- One row: a scheduled report, for its owner to keep.
select (to_jsonb(report_schedules) - 'account_id')::text
from report_schedules
where account_id = @account_id
