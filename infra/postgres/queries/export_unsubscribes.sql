-- One row: who wants no reports of the account, for its owner to keep.
select (to_jsonb(report_unsubscribes) - 'account_id')::text
from report_unsubscribes
where account_id = @account_id
