-- One row: what somebody did with the account, the newest first.
select id::text as id, created_at, actor, token, action, text, object_id, address
from audit_log
where account_id = @account_id
order by created_at desc, id
limit @limit offset @offset
