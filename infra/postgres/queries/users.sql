-- name: user_add
-- Adds a user with an account of their own.
with added as (
    insert into users (account_id, subject, email, first_name, last_name, profile_image_url, profile_at)
    values (@account_id, @subject, @email, @first_name, @last_name, @image_url, @at)
    returning account_id, id
)
insert into members (account_id, user_id, role)
select account_id, id, 'owner' from added;

-- name: user_by_subject
-- One row: the user with this Clerk subject, and the account's plan and trial.
select users.id::text as id, users.account_id::text as account_id, users.email, users.first_name, users.last_name,
       users.profile_image_url, members.role,
       seen_sites(members.account_id, members.site_ids, members.client_ids)::text[] as site_ids, accounts.plan, accounts.trial_ends_at
from users
join members on members.user_id = users.id and members.account_id = users.account_id
join accounts on accounts.id = users.account_id
where users.subject = @subject;

-- name: user_deleted
-- One row: whether the identity provider deleted the user.
select exists (select from deleted_users where subject = @subject) as deleted;

-- name: user_deleted_add
-- Records that the identity provider deleted a user.
insert into deleted_users (subject, deleted_at) values (@subject, @now)
on conflict (subject) do nothing;

-- name: user_event_add
-- One row: whether the event has been processed; stores a new one.
insert into user_events (id, type, received_at)
values (@id, @type, @now)
on conflict (id) do update set type = user_events.type
returning done_at is not null as done;

-- name: user_event_end
-- Marks an event as processed.
update user_events set done_at = coalesce(done_at, @now) where id = @id;

-- name: user_events_sweep
-- Deletes events that can no longer be repeated.
delete from user_events where received_at < @before;

-- name: user_put
-- Updates a user's profile as of the given time, unless a newer one is known. One row if the user exists.
with changed as (
    update users
    set email = @email,
        first_name = @first_name,
        last_name = @last_name,
        profile_image_url = @image_url,
        profile_at = @at
    where subject = @subject and profile_at <= @at
)
select subject from users where subject = @subject;

-- name: user_sign_in
-- One row: the user with this Clerk subject, and the account's plan and trial. Updates a changed profile as
-- of the given time, unless a newer one is known; claims missing from the token stay.
with updated as (
    update users
    set email = coalesce(nullif(@email, ''), email),
        first_name = coalesce(nullif(@first_name, ''), first_name),
        last_name = coalesce(nullif(@last_name, ''), last_name),
        profile_image_url = coalesce(nullif(@image_url, ''), profile_image_url),
        profile_at = @at
    where subject = @subject
      and profile_at <= @at
      and (email, first_name, last_name, profile_image_url)
          is distinct from (coalesce(nullif(@email, ''), email), coalesce(nullif(@first_name, ''), first_name),
                            coalesce(nullif(@last_name, ''), last_name), coalesce(nullif(@image_url, ''), profile_image_url))
    returning id, email, first_name, last_name, profile_image_url
)
select users.id::text as id, users.account_id::text as account_id, coalesce(updated.email, users.email) as email,
       coalesce(updated.first_name, users.first_name) as first_name, coalesce(updated.last_name, users.last_name) as last_name,
       coalesce(updated.profile_image_url, users.profile_image_url) as profile_image_url, members.role,
       seen_sites(members.account_id, members.site_ids, members.client_ids)::text[] as site_ids, accounts.plan, accounts.trial_ends_at
from users
left join updated on updated.id = users.id
join members on members.user_id = users.id and members.account_id = users.account_id
join accounts on accounts.id = users.account_id
where users.subject = @subject;

-- name: session_end
-- Rejects the session from now on; of two ends the later one counts.
insert into ended_sessions (session_id, until) values (@session_id, @until)
on conflict (session_id) do update set until = greatest(ended_sessions.until, excluded.until);

-- name: session_ended
-- One row: whether the session was signed out and may still have valid tokens.
select exists (select from ended_sessions where session_id = @session_id and until > @now) as ended;

-- name: sessions_sweep
-- Deletes sessions whose tokens have expired.
delete from ended_sessions where until < @now;

-- name: views
-- The saved views of the user; no row when none were saved.
select views
from user_views
where account_id = @account_id and user_id = @user_id;

-- name: views_put
-- Replaces the saved views of the user.
insert into user_views (user_id, account_id, views)
select user_id, account_id, @views
from members
where account_id = @account_id and user_id = @user_id
on conflict (account_id, user_id) do update set views = excluded.views, updated_at = now();
