-- Hands a recompute that has synced on to analytics, behind the site's other recomputes that are there already. One that was asked for
-- again meanwhile reads once more first: what was connected since then it has missed.
with handed as (
    update jobs
    set sync = again,
        again = false,
        waits = not again and exists (
            select from jobs as other
            where other.account_id = jobs.account_id and other.site_id = jobs.site_id and other.kind = 'recompute'
              and not other.sync and other.status in ('queued', 'running')
        ),
        progress = @progress,
        message = case when again then 'Reading what is new.' else 'Waiting to look for opportunities.' end,
        updated_at = now()
    where account_id = @account_id and id = @id and status in ('queued', 'running') and sync
    returning account_id, site_id, id, sync, waits
)
insert into outbox (account_id, site_id, topic, payload)
select account_id, site_id, case when sync then 'job.sync' else 'job.recompute' end, jsonb_build_object('jobId', id, 'accountId', account_id)
from handed
where not waits
