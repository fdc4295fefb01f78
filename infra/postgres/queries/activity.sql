-- name: activity
-- One row per activity, newest first.
select id::text as id, coalesce(site_id::text, '') as site_id, kind, text, actor, coalesce(insight_id::text, '') as insight_id,
       coalesce(for_user_id::text, '') as for_user_id, created_at
from activity
where account_id = @account_id
  and (@site_id = '' or site_id::text = @site_id)
  and (@client_id = '' and @tag = '' or site_id in (select chosen_sites(@account_id::uuid, @client_id, @tag)))
order by created_at desc, id
limit @limit offset @offset;

-- name: activity_add
-- Records an activity, and a mail to the member whom it concerns, if it is of a kind that is mailed.
with told as (
    insert into activity (account_id, site_id, kind, text, user_id, actor, insight_id, for_user_id)
    values (@account_id, nullif(@site_id, '')::uuid, @kind, @text, nullif(@user_id, '')::uuid, @actor, nullif(@insight_id, '')::uuid,
            nullif(@for_user_id, '')::uuid)
    returning id, account_id, kind, for_user_id
)
insert into member_mails (account_id, user_id, activity_id)
select told.account_id, told.for_user_id, told.id
from told
join members on members.account_id = told.account_id and members.user_id = told.for_user_id and members.mails
where told.kind in ('insight.assigned', 'insight.mentioned');

-- name: activity_count
-- One row: the number of activities.
select count(*) as count
from activity
where account_id = @account_id
  and (@site_id = '' or site_id::text = @site_id)
  and (@client_id = '' and @tag = '' or site_id in (select chosen_sites(@account_id::uuid, @client_id, @tag)));

-- name: activity_forget
-- Deletes old activity.
delete from activity where created_at < @before;

-- name: audit
-- One row per audit entry, newest first.
select id::text as id, created_at, actor, token, action, text, object_id, address
from audit_log
where account_id = @account_id
order by created_at desc, id
limit @limit offset @offset;

-- name: audit_add
-- Adds an audit entry.
insert into audit_log (account_id, created_at, actor, token, action, text, object_id, address)
values (@account_id, @created_at, @actor, @token, @action, @text, @object_id, @address);

-- name: audit_count
-- One row: the number of audit entries.
select count(*) from audit_log where account_id = @account_id;

-- name: audit_sweep
-- Deletes old audit entries of all accounts.
delete from audit_log where created_at < @before;
