-- +goose Up

-- How a member wants to hear of alerts, where that differs from the defaults (decision 80).
create table notification_settings (
    account_id uuid     not null,
    user_id    uuid     not null,
    email      text     not null check (email in ('off', 'instant', 'daily', 'weekly')),
    hour       smallint not null check (hour between 0 and 23),    -- of a digest, in the time zone
    weekday    smallint not null check (weekday between 1 and 7),  -- of a weekly one, 1 is Monday
    time_zone  text     not null,
    quiet_from smallint check (quiet_from between 0 and 23),       -- no mails at once from this hour
    quiet_to   smallint check (quiet_to between 0 and 23),         -- to this one; null: none
    rules      text[]   not null default '{}',                     -- empty: all
    site_ids   uuid[]   not null default '{}',                     -- empty: all that they see
    primary key (account_id, user_id),
    foreign key (account_id, user_id) references members (account_id, user_id) on delete cascade
);

-- Mails of alerts, recorded before and after they are sent (decision 26). A worker leases one before it sends it.
create table alert_mails (
    id              uuid        primary key default gen_random_uuid(),
    account_id      uuid        not null,
    user_id         uuid        not null,
    kind            text        not null check (kind in ('instant', 'daily', 'weekly')),
    status          text        not null default 'waiting' check (status in ('waiting', 'sent', 'failed', 'unsubscribed')),
    attempts        int         not null default 0,
    problem         text        not null default '',
    next_attempt_at timestamptz not null default now(),
    created_at      timestamptz not null default now(),
    sent_at         timestamptz,
    foreign key (account_id, user_id) references members (account_id, user_id) on delete cascade
);
create index alert_mails_due on alert_mails (next_attempt_at) where status = 'waiting';

-- The alerts of a mail: nobody is mailed about one twice.
create table alert_notices (
    alert_id   uuid not null references alerts on delete cascade,
    account_id uuid not null,
    user_id    uuid not null,
    mail_id    uuid not null references alert_mails on delete cascade,
    primary key (alert_id, user_id)
);
create index alert_notices_mail on alert_notices (mail_id);

-- Tokens of the links that unsubscribe a member from mails of alerts.
create table alert_unsubscribe_tokens (
    token_hash bytea       primary key,                            -- SHA-256
    account_id uuid        not null,
    user_id    uuid        not null,
    created_at timestamptz not null default now(),
    foreign key (account_id, user_id) references members (account_id, user_id) on delete cascade
);
create index alert_unsubscribe_tokens_user on alert_unsubscribe_tokens (account_id, user_id);

-- How members hear of alerts: as they chose, else a digest each morning for those who work in the account.
create view notification_choices as
select members.account_id, members.user_id, members.role, members.site_ids as seen_site_ids, members.joined_at,
       coalesce(chosen.email, case when members.role in ('owner', 'admin', 'member') then 'daily' else 'off' end) as email,
       coalesce(chosen.hour, 8) as hour, coalesce(chosen.weekday, 1) as weekday,
       coalesce(chosen.time_zone, (
           select time_zone from sites where sites.account_id = members.account_id order by created_at, id limit 1
       ), 'UTC') as time_zone,
       chosen.quiet_from, chosen.quiet_to, coalesce(chosen.rules, '{}') as rules, coalesce(chosen.site_ids, '{}') as site_ids
from members
left join notification_settings as chosen on chosen.account_id = members.account_id and chosen.user_id = members.user_id;

-- Open alerts that a member still has to be mailed about. Demo sites have none, nor do alerts that they have seen.
create view pending_alert_mails as
select alerts.account_id, choices.user_id, alerts.id as alert_id, alerts.opened_at
from alerts
join sites on sites.account_id = alerts.account_id and sites.id = alerts.site_id and not sites.is_demo
join notification_choices as choices on choices.account_id = alerts.account_id
where alerts.status = 'open' and alerts.deleted_at is null and alerts.opened_at > now() - interval '14 days' and 'email' = any(alerts.channels)
  and choices.email <> 'off' and alerts.opened_at >= choices.joined_at
  and (choices.rules = '{}' or alerts.rule = any(choices.rules))
  and (choices.site_ids = '{}' or alerts.site_id = any(choices.site_ids))
  and (choices.role <> 'client' or alerts.site_id = any(choices.seen_site_ids) and alerts.rule not in ('connection', 'crawl'))
  and not exists (select from alert_notices as told where told.alert_id = alerts.id and told.user_id = choices.user_id)
  and not exists (
      select from alert_states as states
      where states.alert_id = alerts.id and states.user_id = choices.user_id
        and (states.read_at is not null or states.dismissed_at is not null or states.snoozed_until > now())
  );
