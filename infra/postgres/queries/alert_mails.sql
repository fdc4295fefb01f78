-- name: notification_settings
-- One row: how a member hears of alerts.
select email, hour, weekday, time_zone, quiet_from, quiet_to, rules, site_ids::text[] as site_ids
from notification_choices
where account_id = @account_id and user_id = @user_id;

-- name: notification_settings_put
insert into notification_settings (account_id, user_id, email, hour, weekday, time_zone, quiet_from, quiet_to, rules, site_ids)
values (@account_id, @user_id, @email, @hour, @weekday, @time_zone, @quiet_from, @quiet_to, @rules, @site_ids::uuid[])
on conflict (account_id, user_id) do update
set email = excluded.email, hour = excluded.hour, weekday = excluded.weekday, time_zone = excluded.time_zone, quiet_from = excluded.quiet_from,
    quiet_to = excluded.quiet_to, rules = excluded.rules, site_ids = excluded.site_ids;

-- name: alert_readers
-- Members of all accounts who still have to be mailed about alerts.
select choices.account_id::text as account_id, choices.user_id::text as user_id, choices.email, choices.hour, choices.weekday, choices.time_zone,
       choices.quiet_from, choices.quiet_to, choices.rules, choices.site_ids::text[] as site_ids, pending.since
from (
    select account_id, user_id, min(opened_at) as since
    from pending_alert_mails
    group by account_id, user_id
) as pending
join notification_choices as choices on choices.account_id = pending.account_id and choices.user_id = pending.user_id
order by pending.since, choices.user_id;

-- name: alert_mail_add
-- One row: the new mail, with all alerts that its member still has to be mailed about.
with mail as (
    insert into alert_mails (account_id, user_id, kind) values (@account_id, @user_id, @kind) returning id
),
noted as (
    insert into alert_notices (alert_id, account_id, user_id, mail_id)
    select pending.alert_id, pending.account_id, pending.user_id, mail.id
    from pending_alert_mails as pending, mail
    where pending.account_id = @account_id and pending.user_id = @user_id
    on conflict do nothing
    returning alert_id
)
select count(*) from noted;

-- name: alert_mails_lease
-- Takes mails that are due. What is not settled within ten minutes is due again.
with due as (
    select id
    from alert_mails
    where status = 'waiting' and next_attempt_at <= now()
    order by next_attempt_at
    limit 20
    for update skip locked
)
update alert_mails
set next_attempt_at = now() + interval '10 minutes', attempts = attempts + 1
from due, users
where alert_mails.id = due.id and users.id = alert_mails.user_id
returning alert_mails.id::text as id, alert_mails.account_id::text as account_id, user_id::text as user_id, users.email as recipient, kind, attempts,
          alert_mails.created_at;

-- name: alert_mail_settle
-- Records an attempt. One that has been tried for a day fails.
update alert_mails
set status = case when @status = 'waiting' and created_at < now() - interval '24 hours' then 'failed' else @status end, problem = @problem,
    next_attempt_at = now() + @wait::interval, sent_at = case when @status = 'sent' then now() end
where account_id = @account_id and id = @id and status = 'waiting';

-- name: alert_mail_alerts
-- The alerts of a mail that nobody took off the list, by site, oldest first. No mail: the member's next one.
select alerts.id::text as id, alerts.account_id::text as account_id, alerts.site_id::text as site_id, rule, subject, onset::text as onset, title, detail, url, unit,
       currency, actual, expected, low, high, channels, status, resolution, new_level, resolved_day::timestamptz as resolved_day, opened_at, resolved_at,
       false as read, null::timestamptz as snoozed_until, false as dismissed
from alerts
where alerts.account_id = @account_id and alerts.deleted_at is null and alerts.id in (
    select alert_id from alert_notices where account_id = @account_id and mail_id = nullif(@mail_id, '')::uuid
    union all
    select alert_id from pending_alert_mails where @mail_id = '' and account_id = @account_id and user_id = @user_id
)
order by alerts.site_id, alerts.opened_at, alerts.id;

-- name: alert_unsubscribe_token_add
insert into alert_unsubscribe_tokens (token_hash, account_id, user_id) values (@token_hash, @account_id, @user_id);

-- name: alert_unsubscribe
-- Turns a member's mails about alerts off, or on again.
insert into notification_settings (account_id, user_id, email, hour, weekday, time_zone, rules, site_ids)
select account_id, user_id, @email, hour, weekday, time_zone, rules, site_ids
from notification_choices
where account_id = @account_id and user_id = @user_id
on conflict (account_id, user_id) do update set email = excluded.email;

-- name: alert_mails_forget
-- Deletes old mails of all accounts, with what they told: alerts of that age are mailed about no longer.
delete from alert_mails where status <> 'waiting' and created_at < @before;
