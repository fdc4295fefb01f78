-- The mails of a sending: one for each recipient, those of people who want none marked as such.
insert into report_mails (account_id, sending_id, recipient, status)
select report_schedules.account_id, @sending_id, one.recipient,
       case when exists (select from report_unsubscribes
                         where report_unsubscribes.account_id = report_schedules.account_id and report_unsubscribes.recipient = lower(one.recipient))
            then 'unsubscribed' else 'waiting' end
from report_schedules, unnest(report_schedules.recipients) as one (recipient)
where report_schedules.account_id = @account_id and report_schedules.id = @schedule_id
