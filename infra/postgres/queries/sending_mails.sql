-- One row: a mail of a sending.
select id::text as id, recipient, status
from report_mails
where account_id = @account_id and sending_id = @sending_id
order by recipient
