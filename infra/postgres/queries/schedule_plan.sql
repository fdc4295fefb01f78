-- Sets when a schedule is due next; an empty error leaves what is said of it.
update report_schedules
set next_at = @next_at, last_error = coalesce(nullif(@error, ''), last_error)
where account_id = @account_id and id = @id
