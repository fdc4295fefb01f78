-- Sets what the user says of the insight, and remembers what a dismissed one was worth.
update insights
set status = @status,
    resolution = case when @status = 'done' then 'fixed' else '' end,
    dismissed_at_value = case when @status = 'dismissed' then expected_value end,
    status_at = @now,
    updated_at = @now
where account_id = @account_id and id = @id
returning id::text as id, site_id::text as site_id, type, title, summary, instructions, evidence, entity_type, entity,
       impact, effort, confidence, score, value_low, value_mid, value_high, value_unit, value_currency,
       status, resolution, snoozed_until, created_at, updated_at
