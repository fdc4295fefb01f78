-- One row: what somebody did with the account, for its owner to keep.
select (to_jsonb(audit_log) - 'account_id')::text
from audit_log
where account_id = @account_id
