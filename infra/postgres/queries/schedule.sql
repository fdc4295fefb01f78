-- One row: the schedule.
select report_schedules.id::text as id, report_schedules.account_id::text as account_id, coalesce(report_schedules.site_id::text, '') as site_id,
       title, date_range, include_kpis, include_insights, include_recommendations, notes, frequency, weekday, month_day, hour,
       coalesce(sites.time_zone, (select first.time_zone from sites as first where first.account_id = report_schedules.account_id order by first.created_at, first.id limit 1), 'UTC') as time_zone,
       recipients,
       array(select one.recipient from unnest(recipients) as one (recipient)
             where exists (select from report_unsubscribes
                           where report_unsubscribes.account_id = report_schedules.account_id and report_unsubscribes.recipient = lower(one.recipient))) as unsubscribed,
       active, next_at, last_sent_at, last_error, report_schedules.created_at
from report_schedules
left join sites on sites.account_id = report_schedules.account_id and sites.id = report_schedules.site_id
where report_schedules.account_id = @account_id and report_schedules.id = @id
