-- Deletes a schedule and what is on its way. One row: its id.
delete from report_schedules where account_id = @account_id and id = @id returning id::text as id
