-- name: comments
-- One row per comment on an insight, oldest first.
select id::text as id, insight_id::text as insight_id, coalesce(user_id::text, '') as user_id, author, text, mentions::text[] as mentions, created_at
from comments
where account_id = @account_id and insight_id = @insight_id
order by created_at, id;

-- name: comments_count
select count(*) from comments where account_id = @account_id and insight_id = @insight_id;

-- name: comment_add
insert into comments (account_id, site_id, insight_id, user_id, author, text, mentions, created_at)
values (@account_id, @site_id, @insight_id, @user_id, @author, @text, @mentions::uuid[], now())
returning id::text as id, insight_id::text as insight_id, user_id::text as user_id, author, text, mentions::text[] as mentions, created_at;

-- name: comment_author
-- One row: who wrote it; '' is somebody who is gone.
select coalesce(user_id::text, '') from comments where account_id = @account_id and insight_id = @insight_id and id = @id;

-- name: comment_delete
delete from comments where account_id = @account_id and insight_id = @insight_id and id = @id;

-- name: people
-- The members of an account as others name them, and the sites that clients see.
select users.id::text as id, users.email, users.first_name, users.last_name, members.role,
       seen_sites(members.account_id, members.site_ids, members.client_ids)::text[] as site_ids
from members join users on users.id = members.user_id
where members.account_id = @account_id
order by users.id;

-- name: people_named
-- The members with this id, email address or name.
select users.id::text as id, users.email, users.first_name, users.last_name, members.role,
       seen_sites(members.account_id, members.site_ids, members.client_ids)::text[] as site_ids
from members join users on users.id = members.user_id
where members.account_id = @account_id and users.id in (select named_members(@account_id::uuid, @who))
order by users.id;

-- name: notices_take
-- Takes due mails to members for five minutes; a process that dies leaves them to another. What could not be
-- sent for a day, or is for somebody who left, is not taken. One row per mail, by person, oldest first.
with due as (
    select member_mails.id
    from member_mails
    where next_at <= @now and created_at > @now::timestamptz - interval '1 day'
    order by next_at
    limit @max_rows
    for update skip locked
), taken as (
    update member_mails set next_at = @now::timestamptz + interval '5 minutes'
    from due
    where member_mails.id = due.id
    returning member_mails.id, member_mails.account_id, member_mails.user_id, member_mails.activity_id
)
select taken.id::text as id, taken.account_id::text as account_id, taken.user_id::text as user_id, users.email, users.first_name, users.last_name, accounts.brand_name as agency,
       activity.text, activity.actor, coalesce(activity.insight_id::text, '') as insight_id
from taken
join activity on activity.id = taken.activity_id
join users on users.id = taken.user_id
join accounts on accounts.id = taken.account_id
join members on members.account_id = taken.account_id and members.user_id = taken.user_id and members.mails
order by taken.account_id, taken.user_id, activity.created_at, taken.id;

-- name: notice_token_add
-- Stores the token of the link that ends mails to a member.
insert into report_unsubscribe_tokens (token_hash, account_id, recipient, user_id, created_at)
values (@token_hash, @account_id, @recipient, @user_id, @now);

-- name: notices_sent
update member_mails set next_at = null where account_id = @account_id and id = any(@ids::uuid[]);

-- name: member_mails_set
-- Whether a member wants mails about what concerns them.
update members set mails = @mails where account_id = @account_id and user_id = @user_id;
