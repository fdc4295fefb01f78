-- name: activity
-- One row: something that happened, newest first.
select id::text as id, coalesce(site_id::text, '') as site_id, kind, text, created_at
from activity
where account_id = @account_id
  and (@site_id = '' or site_id::text = @site_id)
order by created_at desc, id
limit @limit offset @offset;

-- name: activity_add
-- Records something that happened.
insert into activity (account_id, site_id, kind, text)
values (@account_id, nullif(@site_id, '')::uuid, @kind, @text);

-- name: activity_count
-- One row: how much happened.
select count(*) as count
from activity
where account_id = @account_id
  and (@site_id = '' or site_id::text = @site_id);

-- name: activity_forget
-- Forgets what happened too long ago to be read.
delete from activity where created_at < @before;

-- name: audit
-- One row: what somebody did with the account, the newest first.
select id::text as id, created_at, actor, token, action, text, object_id, address
from audit_log
where account_id = @account_id
order by created_at desc, id
limit @limit offset @offset;

-- name: audit_add
-- Records what somebody did with an account.
insert into audit_log (account_id, created_at, actor, token, action, text, object_id, address)
values (@account_id, @created_at, @actor, @token, @action, @text, @object_id, @address);

-- name: audit_count
-- One row: how much was done with the account.
select count(*) from audit_log where account_id = @account_id;

-- name: audit_sweep
-- Forgets what was done before a moment, in all accounts.
delete from audit_log where created_at < @before;
