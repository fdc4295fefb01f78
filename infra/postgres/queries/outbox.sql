-- name: outbox_add
-- Adds an event to be published after this transaction commits.
insert into outbox (account_id, topic, payload) values (@account_id, @topic, @payload);

-- name: outbox_delete
-- Deletes published events.
delete from outbox
where id = any(@ids);

-- name: outbox_lead
-- One row: whether this session has become the publisher of the outbox, until it ends. The number is "outbox"
-- in ASCII.
select pg_try_advisory_lock(122550254464888) as leads;

-- name: outbox_next
-- One row per unpublished event, oldest first.
select
    id,
    account_id,
    coalesce(site_id::text, '') as site_id,
    topic,
    payload,
    created_at
from outbox
where published_at is null and given_up_at is null
order by id
limit @max_rows;

-- name: outbox_stored
-- Jobs that the queue stores now, and where. They stay in the outbox until they are done.
update outbox
set published_at = now(), checked_at = now(), stream = stored.stream, sequence = stored.sequence
from (select unnest(@ids::bigint[]) as id, unnest(@streams::text[]) as stream, unnest(@sequences::bigint[]) as sequence) as stored
where outbox.id = stored.id;

-- name: outbox_stored_elsewhere
-- One row per waiting job that was published to a stream which no longer exists.
select id, account_id, coalesce(site_id::text, '') as site_id, topic, payload, created_at, stream, sequence
from outbox
where published_at is not null and given_up_at is null and stream <> @stream and (lease_until is null or lease_until < now())
order by id
limit @max_rows;

-- name: outbox_unchecked
-- One row per waiting job that the queue was not seen to hold recently, the longest first.
select id, account_id, coalesce(site_id::text, '') as site_id, topic, payload, created_at, stream, sequence
from outbox
where published_at is not null and given_up_at is null and checked_at < @before and (lease_until is null or lease_until < now())
order by checked_at nulls first, id
limit @max_rows;

-- name: outbox_checked
-- Jobs that the queue holds.
update outbox set checked_at = now() where id = any(@ids);

-- name: outbox_add_lost
-- Queues jobs again that no outbox row carries: those of an older release, or of a restored database.
-- Progress within the grace period means that a worker of an older release is doing the job.
insert into outbox (account_id, site_id, topic, payload)
select jobs.account_id, jobs.site_id, job_topic(jobs.kind, jobs.sync, jobs.background),
       jsonb_build_object('jobId', jobs.id, 'accountId', jobs.account_id)
from jobs
where jobs.status in ('queued', 'running') and not jobs.waits and jobs.updated_at < @before
  and not exists (select from outbox where outbox.topic like 'job.%' and outbox.payload->>'jobId' = jobs.id::text)
returning topic;

-- name: outbox_add_waiting
-- One row per site whose recompute waits for one that has ended.
select distinct jobs.account_id::text as account_id, jobs.site_id::text as site_id
from jobs
where jobs.kind = 'recompute' and jobs.waits and jobs.status in ('queued', 'running')
  and not exists (
    select from jobs as other
    where other.account_id = jobs.account_id and other.site_id = jobs.site_id and other.kind = 'recompute'
      and not other.sync and not other.waits and other.status in ('queued', 'running')
  );

-- name: outbox_forget
-- Deletes work that was given up long ago.
delete from outbox where given_up_at < @before;

-- name: outbox_clock
-- Tells edges of accounts where something became true between two moments: an insight woke up, a link
-- expired, a trial ended.
insert into outbox (account_id, topic)
select account_id, 'change.account' from insights where snoozed_until > @from and snoozed_until <= @to
union
select account_id, 'change.account' from reports where expires_at > @from and expires_at <= @to
union
select id, 'change.account' from accounts where trial_ends_at > @from and trial_ends_at <= @to;

-- name: outbox_days
-- Tells edges of accounts with a site where a day began between two moments, as in any zone only we know.
insert into outbox (account_id, topic)
select distinct sites.account_id, 'change.account'
from sites left join pg_timezone_names on pg_timezone_names.name = sites.time_zone
where pg_timezone_names.name is null
   or (@from::timestamptz at time zone pg_timezone_names.name)::date <> (@to::timestamptz at time zone pg_timezone_names.name)::date;
