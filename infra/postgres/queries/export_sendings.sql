-- One row: a report of a schedule on its way, for its owner to keep.
select (to_jsonb(report_sendings) - array['account_id', 'made', 'file'])::text
from report_sendings
where account_id = @account_id
