-- Sets what the user says of the insight besides its status; null leaves a text as it is.
update insights
set snoozed_until = case when @snoozes then @snoozed_until else snoozed_until end,
    assignee = coalesce(@assignee, assignee),
    reason = coalesce(@reason, reason),
    updated_at = @now
where account_id = @account_id and id = @id
returning id::text as id
