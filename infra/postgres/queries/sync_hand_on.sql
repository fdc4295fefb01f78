-- Hands a recompute that has synced on to analytics, behind the site's other recomputes that are there already.
with handed as (
    update jobs
    set sync = false,
        waits = exists (
            select from jobs as other
            where other.account_id = jobs.account_id and other.site_id = jobs.site_id and other.kind = 'recompute'
              and not other.sync and other.status in ('queued', 'running')
        ),
        progress = @progress, message = 'Waiting to look for opportunities.', updated_at = now()
    where account_id = @account_id and id = @id and status in ('queued', 'running') and sync
    returning account_id, site_id, id, waits
)
insert into outbox (account_id, site_id, topic, payload)
select account_id, site_id, 'job.recompute', jsonb_build_object('jobId', id, 'accountId', account_id)
from handed
where not waits
