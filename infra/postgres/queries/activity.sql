-- name: activity
-- One row per activity, newest first.
select id::text as id, coalesce(site_id::text, '') as site_id, kind, text, actor, coalesce(insight_id::text, '') as insight_id,
       coalesce(for_user_id::text, '') as for_user_id, url, created_at
from activity
where account_id = @account_id
  and (@site_id = '' or site_id::text = @site_id)
  and (@client_id = '' and @tag = '' or site_id in (select chosen_sites(@account_id::uuid, @client_id, @tag)))
order by created_at desc, id
limit @limit offset @offset;

-- name: activity_add
-- Records an activity, and a mail to the member whom it concerns, if it is of a kind that is mailed.
with told as (
    insert into activity (account_id, site_id, kind, text, user_id, actor, insight_id, for_user_id, url)
    values (@account_id, nullif(@site_id, '')::uuid, @kind, @text, nullif(@user_id, '')::uuid, @actor, nullif(@insight_id, '')::uuid,
            nullif(@for_user_id, '')::uuid, @url)
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

-- name: audit_name
-- One row: what people call a thing of the account, with its site; empty when it does not exist.
with thing (name, detail, site_id) as (
    select name || ' (' || domain || ')', '', null::uuid from sites where @kind = 'site' and account_id = @account_id and id = @id
    union all
    select title, case @kind when 'insight_status' then 'now ' || replace(status, '_', ' ') else '' end, site_id
    from insights where @kind in ('insight', 'insight_status') and account_id = @account_id and id = @id
    union all
    select title, '', insights.site_id from comments join insights on insights.id = insight_id
    where @kind = 'comment' and comments.account_id = @account_id and comments.id = @id
    union all
    select left(text, 200), '', site_id from site_changes where @kind = 'note' and account_id = @account_id and id = @id
    union all
    select to_char(coalesce(crawled_at, imported_at), 'YYYY-MM-DD'), '', site_id from crawls where @kind = 'crawl' and account_id = @account_id and id = @id
    union all
    select file_name, '', site_id from uploads where @kind = 'upload' and account_id = @account_id and id = @id
    union all
    select sites.name, '', null from jobs join sites on sites.id = site_id where @kind = 'job' and jobs.account_id = @account_id and jobs.id = @id
    union all
    select title, '', site_id from reports where @kind = 'report' and account_id = @account_id and id = @id
    union all
    select title, '', site_id from report_schedules where @kind = 'schedule' and account_id = @account_id and id = @id
    union all
    select title, '', site_id from alerts where @kind = 'alert' and account_id = @account_id and id = @id
    union all
    select rule, case when enabled then '' else 'off' end, site_id from alert_rules where @kind = 'alert_rule' and account_id = @account_id and id = @id
    union all
    select name, scope, null from api_tokens where @kind = 'token' and account_id = @account_id and id = @id
    union all
    select email, members.role, null from members join users on users.id = user_id
    where @kind = 'member' and members.account_id = @account_id and user_id = @id
    union all
    select email, role, null from invitations where @kind = 'invitation' and account_id = @account_id and id = @id
    union all
    select name, '', null from clients where @kind = 'client' and account_id = @account_id and id = @id
    union all
    select name, '', null from outgoing_webhooks where @kind = 'webhook' and account_id = @account_id and id = @id
    union all
    select name, '', null from trackers where @kind = 'tracker' and account_id = @account_id and id = @id
)
select coalesce(max(thing.name || coalesce(' (' || sites.name || ')', '') || case thing.detail when '' then '' else ', ' || thing.detail end), '') as name
from thing left join sites on sites.id = site_id;

-- name: audit_count
-- One row: the number of audit entries.
select count(*) from audit_log where account_id = @account_id;

-- name: audit_sweep
-- Deletes old audit entries of all accounts.
delete from audit_log where created_at < @before;
