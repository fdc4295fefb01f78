-- Has the schedules of the recipient count as changed, so that their list is read again.
update report_schedules set recipients = recipients
where account_id = @account_id and exists (select from unnest(recipients) as one (recipient) where lower(one.recipient) = lower(@recipient))
