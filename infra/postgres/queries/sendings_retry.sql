-- One row: a sending to be tried again.
select id::text as id, account_id::text as account_id
from report_sendings
where ended_at is null and retry_at <= @now
order by retry_at, id
limit @most
