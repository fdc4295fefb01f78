-- Keeps what a customer has bought. Since when a payment is due stays as long as it is.
update subscriptions
set id = @id, status = @status, plan = @plan, next_plan = @next_plan, period_ends_at = @period_ends_at, cancels_at = @cancels_at,
    past_due_since = case when @status = 'past_due' then coalesce(past_due_since, @now) end,
    refreshed_at = @now
where customer_id = @customer_id
returning customer_id, id, status, plan, next_plan, period_ends_at, cancels_at, past_due_since
