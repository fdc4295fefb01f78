-- name: schedule
-- One row: the schedule.
select report_schedules.id::text as id, report_schedules.account_id::text as account_id, coalesce(report_schedules.site_id::text, '') as site_id,
       coalesce(report_schedules.client_id::text, '') as client_id,
       title, date_range, include_kpis, include_insights, include_recommendations, notes, frequency, weekday, month_day, hour,
       coalesce(sites.time_zone, (
           select first.time_zone
           from sites as first
           where first.account_id = report_schedules.account_id
             and (report_schedules.client_id is null or first.client_id = report_schedules.client_id)
           order by first.created_at, first.id
           limit 1
       ), 'UTC') as time_zone,
       recipients,
       array(select one.recipient from unnest(recipients) as one (recipient)
             where exists (select from report_unsubscribes
                           where report_unsubscribes.account_id = report_schedules.account_id and report_unsubscribes.recipient = lower(one.recipient))) as unsubscribed,
       active, next_at, last_sent_at, last_error, report_schedules.created_at
from report_schedules
left join sites on sites.account_id = report_schedules.account_id and sites.id = report_schedules.site_id
where report_schedules.account_id = @account_id and report_schedules.id = @id;

-- name: schedule_account_entitled
-- One row: whether the account has a plan or a running trial at the given time.
select plan <> '' or trial_ends_at > @now from accounts where id = @account_id;

-- name: schedule_add
insert into report_schedules (account_id, site_id, client_id, title, date_range, include_kpis, include_insights, include_recommendations, notes,
                              frequency, weekday, month_day, hour, recipients, active, created_at)
values (@account_id, nullif(@site_id, '')::uuid, nullif(@client_id, '')::uuid, @title, @date_range, @include_kpis, @include_insights, @include_recommendations, @notes,
        @frequency, @weekday, @month_day, @hour, @recipients, @active, @now)
returning id::text as id;

-- name: schedule_delete
-- Deletes a schedule and its pending sendings. One row: its id.
delete from report_schedules where account_id = @account_id and id = @id returning id::text as id;

-- name: schedule_plan
-- Sets the next run of a schedule; an empty error leaves the last one.
update report_schedules
set next_at = @next_at, last_error = coalesce(nullif(@error, ''), last_error)
where account_id = @account_id and id = @id;

-- name: schedule_sent
-- The result of the newest sending.
update report_schedules
set last_sent_at = coalesce(@sent_at, last_sent_at), last_error = @error
where account_id = @account_id and id = @id;

-- name: schedule_update
-- Changing a schedule clears the error of its last sending.
update report_schedules
set site_id = nullif(@site_id, '')::uuid, client_id = nullif(@client_id, '')::uuid, title = @title, date_range = @date_range, include_kpis = @include_kpis, include_insights = @include_insights,
    include_recommendations = @include_recommendations, notes = @notes, frequency = @frequency, weekday = @weekday, month_day = @month_day,
    hour = @hour, recipients = @recipients, active = @active, last_error = ''
where account_id = @account_id and id = @id;

-- name: schedules
-- One row per schedule, newest first. An empty site is every site of the account.
select report_schedules.id::text as id, report_schedules.account_id::text as account_id, coalesce(report_schedules.site_id::text, '') as site_id,
       coalesce(report_schedules.client_id::text, '') as client_id,
       title, date_range, include_kpis, include_insights, include_recommendations, notes, frequency, weekday, month_day, hour,
       coalesce(sites.time_zone, (
           select first.time_zone
           from sites as first
           where first.account_id = report_schedules.account_id
             and (report_schedules.client_id is null or first.client_id = report_schedules.client_id)
           order by first.created_at, first.id
           limit 1
       ), 'UTC') as time_zone,
       recipients,
       array(select one.recipient from unnest(recipients) as one (recipient)
             where exists (select from report_unsubscribes
                           where report_unsubscribes.account_id = report_schedules.account_id and report_unsubscribes.recipient = lower(one.recipient))) as unsubscribed,
       active, next_at, last_sent_at, last_error, report_schedules.created_at
from report_schedules
left join sites on sites.account_id = report_schedules.account_id and sites.id = report_schedules.site_id
where report_schedules.account_id = @account_id
  and (@site_id = '' or report_schedules.site_id = nullif(@site_id, '')::uuid)
  and (@client_id = '' and @tag = '' or @tag = '' and report_schedules.client_id::text = @client_id
       or report_schedules.site_id in (select chosen_sites(@account_id::uuid, @client_id, @tag)))
order by report_schedules.created_at desc, report_schedules.id
limit @limit offset @offset;

-- name: schedules_count
select count(*)
from report_schedules
where account_id = @account_id
  and (@site_id = '' or site_id = nullif(@site_id, '')::uuid)
  and (@client_id = '' and @tag = '' or @tag = '' and report_schedules.client_id::text = @client_id
       or report_schedules.site_id in (select chosen_sites(@account_id::uuid, @client_id, @tag)));

-- name: schedules_due
-- One row per schedule that is due or unplanned.
select id::text as id, account_id::text as account_id
from report_schedules
where active and (next_at is null or next_at <= @now)
order by next_at nulls first, id
limit @max_rows;
