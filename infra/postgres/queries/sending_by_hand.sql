-- One row: the job of what is being sent by hand already.
select job_id::text as job_id
from report_sendings
where account_id = @account_id and schedule_id = @schedule_id and by_hand and ended_at is null
