-- name: webhooks
-- The webhooks of an account, in the order in which they were added.
select id::text as id, account_id::text as account_id, name, url, kind, events, site_ids::text[] as site_ids, enabled, disabled_reason, secret, key_id,
       failing_since, created_at
from outgoing_webhooks
where account_id = @account_id
order by created_at, id;

-- name: webhook
select id::text as id, account_id::text as account_id, name, url, kind, events, site_ids::text[] as site_ids, enabled, disabled_reason, secret, key_id,
       failing_since, created_at
from outgoing_webhooks
where account_id = @account_id and id = @id;

-- name: webhook_add
insert into outgoing_webhooks (id, account_id, name, url, kind, events, site_ids, secret, key_id)
values (@id, @account_id, @name, @url, @kind, @events, @site_ids::uuid[], @secret, @key_id);

-- name: webhook_update
-- Enabling a webhook forgets why it was disabled.
update outgoing_webhooks
set name = @name, url = @url, events = @events, site_ids = @site_ids::uuid[], enabled = @enabled,
    disabled_reason = '', failing_since = case when @enabled then null else failing_since end
where account_id = @account_id and id = @id
returning id::text as id;

-- name: webhook_delete
delete from outgoing_webhooks where account_id = @account_id and id = @id returning id::text as id;

-- name: webhook_deliveries
-- The newest deliveries of a webhook.
select id::text as id, webhook_id::text as webhook_id, account_id::text as account_id, coalesce(site_id::text, '') as site_id, event, text, actor,
       coalesce(insight_id::text, '') as insight_id, url, status, attempts,
       code, problem, answer, duration_ms, next_attempt_at, created_at, delivered_at
from webhook_deliveries
where account_id = @account_id and webhook_id = @webhook_id
order by created_at desc, id
limit 100;

-- name: delivery
select id::text as id, webhook_id::text as webhook_id, account_id::text as account_id, coalesce(site_id::text, '') as site_id, event, text, actor,
       coalesce(insight_id::text, '') as insight_id, url, status, attempts,
       code, problem, answer, duration_ms, next_attempt_at, created_at, delivered_at
from webhook_deliveries
where account_id = @account_id and webhook_id = @webhook_id and id = @id;

-- name: delivery_add
-- A delivery that its caller sends at once: the worker leaves it alone for a while.
insert into webhook_deliveries (webhook_id, account_id, event, text, next_attempt_at)
values (@webhook_id, @account_id, @event, @text, now() + interval '1 minute')
returning id::text as id;

-- name: delivery_replay
-- Sends a delivery again, with another day to try.
update webhook_deliveries
set status = 'waiting', next_attempt_at = now(), give_up_at = now() + interval '24 hours', delivered_at = null
where account_id = @account_id and webhook_id = @webhook_id and id = @id
returning id::text as id;

-- name: deliveries_lease
-- Takes due deliveries, at most a few of each webhook; what is not settled in a minute is due again.
with due as (
    select id
    from webhook_deliveries
    where status = 'waiting' and next_attempt_at <= now()
      and exists (select from outgoing_webhooks where outgoing_webhooks.id = webhook_id and enabled)
    order by next_attempt_at
    limit 20
    for update skip locked
)
update webhook_deliveries
set next_attempt_at = now() + interval '1 minute'
from due
where webhook_deliveries.id = due.id
returning webhook_deliveries.id::text as id, webhook_id::text as webhook_id, account_id::text as account_id, coalesce(site_id::text, '') as site_id, event, text,
          actor, coalesce(insight_id::text, '') as insight_id, url, status, attempts, code, problem, answer, duration_ms, next_attempt_at, created_at, delivered_at;

-- name: delivery_settle
-- Records an attempt. One whose day is over fails.
update webhook_deliveries
set attempts = attempts + 1, code = @code, problem = @problem, answer = @answer, duration_ms = @duration_ms,
    status = case when @delivered then 'delivered' when @final or now() + @wait::interval > give_up_at then 'failed' else 'waiting' end,
    delivered_at = case when @delivered then now() end,
    next_attempt_at = case when @delivered or @final or now() + @wait::interval > give_up_at then null else now() + @wait::interval end
where id = @id
returning id::text as id, webhook_id::text as webhook_id, account_id::text as account_id, coalesce(site_id::text, '') as site_id, event, text, actor,
       coalesce(insight_id::text, '') as insight_id, url, status, attempts,
          code, problem, answer, duration_ms, next_attempt_at, created_at, delivered_at;

-- name: webhook_settle
-- Notes since when a webhook fails, and disables it with a reason.
update outgoing_webhooks
set failing_since = case when @delivered then null else coalesce(failing_since, now()) end,
    disabled_reason = case
        when @delivered then ''
        when @gone then 'The receiver answered 410, which means that it wants nothing any more.'
        when failing_since < now() - interval '24 hours' then 'Nothing could be delivered for a day.'
        else disabled_reason
    end,
    enabled = enabled and (@delivered or not (@gone or coalesce(failing_since < now() - interval '24 hours', false)))
where id = @id;

-- name: deliveries_forget
-- Deletes old deliveries of all accounts.
delete from webhook_deliveries where created_at < @before;

-- name: webhooks_to_rotate
-- Webhooks of all accounts whose secret another key than this encrypts. For administrators only.
select id::text as id, account_id::text as account_id, name, url, kind, events, site_ids::text[] as site_ids, enabled, disabled_reason, secret, key_id,
       failing_since, created_at
from outgoing_webhooks
where key_id <> @key_id
order by id;

-- name: webhook_rotate
update outgoing_webhooks set secret = @secret, key_id = @key_id where account_id = @account_id and id = @id;
