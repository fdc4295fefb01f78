-- One row: the new sending; none when there is one for that moment already.
insert into report_sendings (account_id, schedule_id, due_at, by_hand, job_id)
values (@account_id, @schedule_id, @due_at, @by_hand, @job_id)
on conflict do nothing
returning id::text as id
