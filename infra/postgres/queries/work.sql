-- name: work_claim
-- Gives work to a worker until the lease expires. An expired lease means that the previous worker's process
-- died. No row: it is done, given up, or another worker's.
with claimable as (
    select id, lease is not null as died, worker
    from outbox
    where id = @id and created_at = @created_at and given_up_at is null and (lease_until is null or lease_until <= now())
    for update
)
update outbox
set lease = @lease, lease_until = now() + @lease_for::interval, worker = @worker, checked_at = now(),
    dead_workers = case when claimable.died then outbox.dead_workers || claimable.worker else outbox.dead_workers end
from claimable
where outbox.id = claimable.id
returning outbox.id, outbox.lease::text as lease, outbox.failures, cardinality(outbox.dead_workers) as deaths, outbox.crashes, outbox.reason,
          claimable.died, coalesce(outbox.waiting_since, '0001-01-01Z') as waiting;

-- name: work_state
-- One row: why work cannot be claimed. No row: it is done.
select case when given_up_at is null then 'leased' else 'given up' end as state
from outbox
where id = @id and created_at = @created_at;

-- name: work_renew
-- No row: another worker has it, or it is done.
update outbox
set lease_until = now() + @lease_for::interval
where id = @id and lease = @lease
returning id;

-- name: work_release
-- Returns work to the queue. An outage is counted from its beginning, a failure as an attempt.
update outbox
set lease = null, lease_until = null, worker = '',
    failures = failures + @failures::int,
    reason = case when @reason = '' then reason else @reason end,
    waiting_since = case when @waiting then coalesce(waiting_since, now()) end
where id = @id and lease = @lease;

-- name: work_done
-- No row: another worker has it.
delete from outbox
where id = @id and lease = @lease
returning id;

-- name: work_give_up
-- Keeps work for an administrator, with the reason.
update outbox
set given_up_at = now(), reason = @reason, lease = null, lease_until = null, worker = ''
where id = @id and lease = @lease;

-- name: work_replay
-- Lets work that was given up be claimed again.
update outbox
set given_up_at = null, reason = '', failures = 0, crashes = 0, dead_workers = '{}', waiting_since = null
where id = @id and created_at = @created_at and given_up_at is not null
returning coalesce(payload->>'jobId', '') as job_id, account_id::text as account_id;

-- name: work_reopen
-- Reopens the job of replayed work, unless it was requested again meanwhile.
update jobs
set status = 'queued', problem = null, message = 'Waiting to be tried again.', updated_at = now()
where account_id = @account_id and id::text = @job_id and status = 'failed'
  and not exists (
    select from jobs as other
    where other.account_id = jobs.account_id and other.site_id is not distinct from jobs.site_id and other.kind = jobs.kind
      and other.sync = jobs.sync and other.status in ('queued', 'running')
  );

-- name: work_crashed
-- Counts a crash against the work of the process, and frees what it still held.
update outbox
set crashes = crashes + 1,
    reason = @reason,
    dead_workers = case when worker = @worker and lease is not null then dead_workers || worker else dead_workers end,
    lease = case when worker = @worker then null else lease end,
    lease_until = case when worker = @worker then null else lease_until end
where topic like 'job.%' and given_up_at is null and (worker = @worker and lease is not null or @worker = any(dead_workers));

-- name: work_given_up
-- One row per piece of work that was given up, oldest first.
select id, account_id, coalesce(site_id::text, '') as site_id, topic, payload, created_at, reason
from outbox
where given_up_at is not null
order by given_up_at, id
limit @max_rows;

-- name: work_backlog
-- One row per kind of work that is not done, and one for events that are not published.
select case when topic like 'job.%' then split_part(topic, '.', 2) else 'event' end as kind,
       count(*) filter (where given_up_at is null and (lease_until is null or lease_until <= now())) as waiting,
       count(*) filter (where given_up_at is null and lease_until > now()) as running,
       count(*) filter (where given_up_at is not null) as given_up,
       coalesce(extract(epoch from now() - min(created_at) filter (where given_up_at is null)), 0)::float8 as oldest_seconds
from outbox
group by kind;

-- name: connections_state
-- One row per provider and status of the connections that are synced daily: how many, and how many without a
-- successful sync for two days.
select connections.provider, connections.status, count(*) as connections,
       count(*) filter (where coalesce(last_sync_at, connections.created_at) < now() - interval '2 days') as late
from connections join accounts on accounts.id = connections.account_id
where connections.status <> 'disconnected' and (accounts.plan <> '' or accounts.trial_ends_at > now())
group by connections.provider, connections.status;
