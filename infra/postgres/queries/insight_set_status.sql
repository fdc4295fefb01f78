-- Sets what the user says of the insight, and remembers what a dismissed one was worth. It wakes, and why it was what it was is past.
update insights
set status = @status,
    resolution = case when @status = 'done' then 'fixed' else '' end,
    reason = @reason,
    snoozed_until = null,
    dismissed_at_value = case when @status = 'dismissed' then expected_value end,
    status_at = @now,
    updated_at = @now
where account_id = @account_id and id = @id
returning site_id::text as site_id, title, entity_type
