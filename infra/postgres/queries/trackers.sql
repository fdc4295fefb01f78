-- name: trackers
-- The trackers of an account, in the order in which they were added.
select id::text as id, account_id::text as account_id, name, kind, project, base_url, email, problem, secret, key_id, created_at
from trackers
where account_id = @account_id
order by created_at, id;

-- name: tracker
select id::text as id, account_id::text as account_id, name, kind, project, base_url, email, problem, secret, key_id, created_at
from trackers
where account_id = @account_id and id = @id;

-- name: tracker_add
insert into trackers (id, account_id, name, kind, project, base_url, email, secret, key_id)
values (@id, @account_id, @name, @kind, @project, @base_url, @email, @secret, @key_id);

-- name: tracker_delete
delete from trackers where account_id = @account_id and id = @id returning id::text as id;

-- name: tracker_problem
update trackers set problem = @problem where account_id = @account_id and id = @id and problem <> @problem;

-- name: trackers_to_rotate
select id::text as id, account_id::text as account_id, name, kind, project, base_url, email, problem, secret, key_id, created_at
from trackers
where key_id <> @key_id
order by id;

-- name: tracker_rotate
update trackers set secret = @secret, key_id = @key_id where account_id = @account_id and id = @id;

-- name: tracker_issues
-- The issues of an insight, oldest first, without those that are being created.
select id::text as id, account_id::text as account_id, tracker_id::text as tracker_id, insight_id::text as insight_id, key, remote_id, url, status, checked_at, created_at
from tracker_issues
where account_id = @account_id and insight_id = @insight_id and key <> ''
order by created_at, id;

-- name: tracker_issue_reserve
-- Begins an issue. No row: there is one already, or somebody else is creating it.
insert into tracker_issues (account_id, tracker_id, insight_id)
select insights.account_id, trackers.id, insights.id
from insights join trackers on trackers.account_id = insights.account_id
where insights.account_id = @account_id and insights.id = @insight_id and trackers.id = @tracker_id
on conflict (account_id, tracker_id, insight_id) do update
set key = '', status = 'open', created_at = now(), checked_at = now()
where tracker_issues.status = 'gone' or tracker_issues.key = '' and tracker_issues.created_at < now() - interval '2 minutes'
returning id::text as id;

-- name: tracker_issue_keep
update tracker_issues
set key = @key, remote_id = @remote_id, url = @url, checked_at = now()
where account_id = @account_id and id = @id
returning id::text as id, account_id::text as account_id, tracker_id::text as tracker_id, insight_id::text as insight_id, key, remote_id, url, status, checked_at, created_at;

-- name: tracker_issue_drop
delete from tracker_issues where account_id = @account_id and id = @id and key = '';

-- name: tracker_issues_lease
-- Takes open issues that were not looked at since the given time, the longest first.
update tracker_issues
set checked_at = now()
where id in (
    select id
    from tracker_issues
    where status = 'open' and key <> '' and checked_at < @before
    order by checked_at
    limit 50
    for update skip locked
)
returning id::text as id, account_id::text as account_id, tracker_id::text as tracker_id, insight_id::text as insight_id, key, remote_id, url, status, checked_at, created_at;

-- name: tracker_issue_settle
update tracker_issues set status = @status where account_id = @account_id and id = @id;
