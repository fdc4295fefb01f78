-- name: alert_checks_lease
-- Takes the account's sites whose check waited longest. What is not applied in five minutes is due again.
with first as (
    select account_id
    from alert_checks
    where due_at <= now()
    order by due_at
    limit 1
),
due as (
    select site_id
    from alert_checks
    where due_at <= now() and account_id = (select account_id from first)
    order by due_at, site_id
    limit @limit
    for update skip locked
)
update alert_checks
set due_at = now() + interval '5 minutes'
from due
where alert_checks.site_id = due.site_id
returning alert_checks.account_id::text as account_id, alert_checks.site_id::text as site_id, version;

-- name: alert_check_done
-- The next look is in a day, unless one was wished for during this one.
update alert_checks
set due_at = case when version = @version then now() + interval '1 day' else now() end, tests = @tests, tested_at = now()
where account_id = @account_id and site_id = @site_id;

-- name: alert_tests
-- The p-values of the account's other sites in the last two days.
select value::float8 as p
from alert_checks, jsonb_each_text(tests)
where account_id = @account_id and not site_id = any(@site_ids::uuid[]) and tested_at > now() - interval '2 days';

-- name: alerts_of_sites
-- The alerts of sites that are open, or were in the last 120 days, the oldest first.
select id::text as id, account_id::text as account_id, site_id::text as site_id, rule, subject, onset::text as onset, title, detail, url, unit, currency, actual,
       expected, low, high, channels, status, resolution, new_level, resolved_day::timestamptz as resolved_day, opened_at, resolved_at,
       false as read, null::timestamptz as snoozed_until, false as dismissed
from alerts
where account_id = @account_id and site_id = any(@site_ids::uuid[]) and (status = 'open' or resolved_at > now() - interval '120 days')
order by onset, opened_at, id;

-- name: alert_broken
-- Connections that worked and fail: those whose access is gone, and those that failed for most of a day.
select connections.site_id::text as site_id, connections.provider, connections.last_sync_at as since, coalesce(connections.last_error, '') as reason,
       coalesce(credentials.revoked, false) as revoked
from connections
left join credentials on credentials.account_id = connections.account_id and credentials.id = connections.credential_id
where connections.account_id = @account_id and connections.site_id = any(@site_ids::uuid[]) and connections.status = 'error'
  and connections.last_sync_at is not null
  and (coalesce(credentials.revoked, false) or connections.last_sync_at < @now::timestamptz - interval '20 hours')
order by connections.site_id, connections.provider;

-- name: alert_opportunities
-- Open opportunities of sites with a value in money that were found more than a day after the site's first
-- one, the most valuable first.
select insights.id::text as id, insights.site_id::text as site_id, insights.title, coalesce(insights.value_currency, '') as currency, insights.value_mid as value,
       insights.created_at
from insights
join (
    select site_id, min(created_at) as at
    from insights
    where account_id = @account_id and site_id = any(@site_ids::uuid[])
    group by site_id
) as first on first.site_id = insights.site_id
where insights.account_id = @account_id and insights.status = 'open' and insights.value_unit = 'currency' and not insights.small
  and insights.created_at > first.at + interval '1 day' and insights.created_at > @now::timestamptz - interval '60 days'
order by insights.value_mid desc, insights.id;

-- name: alert_crawls
-- The newest crawl of each site beside the one before.
with ranked as (
    select id, site_id, imported_at, pages, judged, partial,
           coalesce((issues_by_severity ->> 'critical')::bigint, 0) as critical, coalesce((issues_by_severity ->> 'high')::bigint, 0) as high,
           row_number() over (partition by site_id order by imported_at desc, id) as age
    from crawls
    where account_id = @account_id and site_id = any(@site_ids::uuid[])
)
select newest.site_id::text as site_id, newest.id::text as id, before.id::text as id_before, newest.imported_at, newest.pages,
       before.pages as pages_before, newest.critical + newest.high as serious,
       before.critical + before.high as serious_before, newest.critical, before.critical as critical_before,
       newest.judged @> before.judged and before.judged @> newest.judged as comparable_checks, not newest.partial and not before.partial as is_whole
from ranked as newest
join ranked as before on before.site_id = newest.site_id and before.age = 2
where newest.age = 1
order by newest.site_id;

-- name: alert_forecasts
-- Fixes of sites that were measured in the last two weeks, with a verdict.
select outcomes.insight_id::text as insight_id, outcomes.site_id::text as site_id, insights.title, outcomes.worked, outcomes.fixed_at, outcomes.measured_at,
       coalesce(outcomes.unit, '') as unit, coalesce(outcomes.currency, '') as currency, outcomes.forecast_mid as forecast, outcomes.forecast_low as low,
       outcomes.forecast_high as high, outcomes.gain_mid as gain
from outcomes
join insights on insights.account_id = outcomes.account_id and insights.id = outcomes.insight_id
where outcomes.account_id = @account_id and outcomes.site_id = any(@site_ids::uuid[]) and outcomes.status = 'measured' and outcomes.worked is not null
  and outcomes.measured_at > @now::timestamptz - interval '14 days'
order by outcomes.measured_at, outcomes.insight_id;

-- name: alert_open
-- One row: the new alert. None when there was one of that onset, or one is open.
insert into alerts (account_id, site_id, rule, subject, onset, title, detail, url, unit, currency, actual, expected, low, high, channels)
select @account_id, @site_id, @rule, @subject, @onset::date, @title, @detail, @url, @unit, @currency, @actual, @expected, @low, @high, @channels
where not exists (
    select from alerts
    where account_id = @account_id and site_id = @site_id and rule = @rule and subject = @subject and status = 'open'
)
on conflict do nothing
returning id::text as id;

-- name: alert_resolve
-- One row: the alert, unless it was resolved before.
update alerts
set status = 'resolved', resolution = @resolution, new_level = @new_level, resolved_day = @resolved_day::date, resolved_at = now()
where account_id = @account_id and id = @id and status = 'open'
returning id::text as id;

-- name: alerts
-- One row per alert, open ones first, then newest. Dismissed and snoozed ones are only in the list of all.
select alerts.id::text as id, alerts.account_id::text as account_id, alerts.site_id::text as site_id, rule, subject, onset::text as onset, title, detail, url, unit,
       currency, actual, expected, low, high, channels, status, resolution, new_level, resolved_day::timestamptz as resolved_day, opened_at, resolved_at,
       coalesce(states.read_at is not null, false) as read, case when states.snoozed_until > @now then states.snoozed_until end as snoozed_until,
       coalesce(states.dismissed_at is not null, false) as dismissed
from alerts
left join alert_states as states on states.alert_id = alerts.id and states.user_id = @user_id
where alerts.account_id = @account_id and deleted_at is null
  and (@site_id = '' or alerts.site_id::text = @site_id)
  and (@site_ids::text[] is null or alerts.site_id::text = any(@site_ids::text[]))
  and not (@client and rule in ('connection', 'crawl'))
  and (@status = 'all' or status = @status and states.dismissed_at is null and coalesce(states.snoozed_until <= @now, true))
  and (not @unread or status = 'open' and states.read_at is null and states.dismissed_at is null and coalesce(states.snoozed_until <= @now, true))
order by status, opened_at desc, alerts.id
limit @limit offset @offset;

-- name: alerts_count
-- One row: the number of matching alerts.
select count(*)
from alerts
left join alert_states as states on states.alert_id = alerts.id and states.user_id = @user_id
where alerts.account_id = @account_id and deleted_at is null
  and (@site_id = '' or alerts.site_id::text = @site_id)
  and (@site_ids::text[] is null or alerts.site_id::text = any(@site_ids::text[]))
  and not (@client and rule in ('connection', 'crawl'))
  and (@status = 'all' or status = @status and states.dismissed_at is null and coalesce(states.snoozed_until <= @now, true))
  and (not @unread or status = 'open' and states.read_at is null and states.dismissed_at is null and coalesce(states.snoozed_until <= @now, true));

-- name: alerts_edit
-- One row per alert that a person edits. Without ids, all that they can see of the site.
insert into alert_states (alert_id, account_id, user_id, read_at, snoozed_until, dismissed_at)
select id, account_id, @user_id, case when @read then @now::timestamptz end, @snoozed_until, case when @dismissed then @now::timestamptz end
from alerts
where account_id = @account_id and deleted_at is null
  and (@ids::text[] is null and (status = 'open') or id::text = any(@ids::text[]))
  and (@site_id = '' or site_id::text = @site_id)
  and (@site_ids::text[] is null or site_id::text = any(@site_ids::text[]))
  and not (@client and rule in ('connection', 'crawl'))
order by id
on conflict (alert_id, user_id) do update
set read_at = case when not @reads then alert_states.read_at when @read then coalesce(alert_states.read_at, @now) end,
    snoozed_until = case when @snoozes then excluded.snoozed_until else alert_states.snoozed_until end,
    dismissed_at = case when not @dismisses then alert_states.dismissed_at when @dismissed then coalesce(alert_states.dismissed_at, @now) end
returning alert_id::text as id;

-- name: alert_delete
-- Takes an alert off everybody's list.
update alerts set deleted_at = now() where account_id = @account_id and id = @id and deleted_at is null returning id::text as id;

-- name: alerts_forget
-- Deletes alerts of all accounts that were resolved long ago.
delete from alerts where resolved_at < @before;

-- name: alert_rules
-- The account's own rules, and its sites'.
select id::text as id, coalesce(site_id::text, '') as site_id, rule, enabled, percent, value, channels
from alert_rules
where account_id = @account_id
order by created_at, id;

-- name: alert_rule
select id::text as id, coalesce(site_id::text, '') as site_id, rule, enabled, percent, value, channels
from alert_rules
where account_id = @account_id and id = @id;

-- name: alert_rule_put
-- One row: the id of the rule that the account or the site has now.
insert into alert_rules (account_id, site_id, rule, enabled, percent, value, channels)
values (@account_id, nullif(@site_id, '')::uuid, @rule, @enabled, @percent, @value, @channels)
on conflict (account_id, site_id, rule) do update
set enabled = excluded.enabled, percent = excluded.percent, value = excluded.value, channels = excluded.channels
returning id::text as id;

-- name: alert_rule_delete
delete from alert_rules where account_id = @account_id and id = @id returning id::text as id;

-- name: alert_checks_wish
-- Looks at the account's sites again, since a rule has changed.
update alert_checks set due_at = now(), version = version + 1 where account_id = @account_id and (@site_id = '' or site_id::text = @site_id);
