-- name: user_account
-- The account of a user; no row when there is no such user.
select account_id::text as account_id from users where subject = @subject;

-- name: user_add
-- Adds a user to an account.
insert into users (account_id, subject, email, first_name, last_name, profile_image_url, profile_at)
values (@account_id, @subject, @email, @first_name, @last_name, @image_url, @at);

-- name: user_by_subject
-- One row: the user with this Clerk subject, and the account's plan and trial.
select users.id::text as id, users.account_id::text as account_id, users.email, users.first_name, users.last_name,
       users.profile_image_url, users.role, accounts.plan, accounts.trial_ends_at
from users join accounts on accounts.id = users.account_id
where users.subject = @subject;

-- name: user_deleted
-- One row: whether the identity provider deleted the user.
select exists (select from deleted_users where subject = @subject) as deleted;

-- name: user_deleted_add
-- The identity provider deleted a user.
insert into deleted_users (subject, deleted_at) values (@subject, @now)
on conflict (subject) do nothing;

-- name: user_event_add
-- One row: whether the event was dealt with; it is kept when it is new.
insert into user_events (id, type, received_at)
values (@id, @type, @now)
on conflict (id) do update set type = user_events.type
returning done_at is not null as done;

-- name: user_event_end
-- An event was dealt with.
update user_events set done_at = coalesce(done_at, @now) where id = @id;

-- name: user_events_sweep
-- Forgets events that are not told again.
delete from user_events where received_at < @before;

-- name: user_put
-- Makes a user what the identity provider said at a moment, unless something newer is known. A row when there is the user.
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

-- name: user_update
-- Takes over what the identity provider said at a moment, when that differs and nothing newer is known; a claim it leaves out changes nothing.
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
                        coalesce(nullif(@last_name, ''), last_name), coalesce(nullif(@image_url, ''), profile_image_url));

-- name: session_end
-- Refuses the session from now on; the later of two ends counts.
insert into ended_sessions (session_id, until) values (@session_id, @until)
on conflict (session_id) do update set until = greatest(ended_sessions.until, excluded.until);

-- name: session_ended
-- One row: whether the session was signed out and may still have tokens.
select exists (select from ended_sessions where session_id = @session_id and until > @now) as ended;

-- name: sessions_sweep
-- Forgets sessions whose tokens are too old by now.
delete from ended_sessions where until < @now;
