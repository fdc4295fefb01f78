-- Leaves out who has unsubscribed since the mails were made.
update report_mails
set status = 'unsubscribed'
where account_id = @account_id and sending_id = @sending_id and status = 'waiting'
  and exists (select from report_unsubscribes
              where report_unsubscribes.account_id = report_mails.account_id and report_unsubscribes.recipient = lower(report_mails.recipient))
