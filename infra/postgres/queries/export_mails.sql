-- One row: one mail with a report, for its owner to keep.
select (to_jsonb(report_mails) - 'account_id')::text
from report_mails
where account_id = @account_id
