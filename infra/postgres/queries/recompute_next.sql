-- Gives analytics the site's oldest recompute that waits, unless it has another one of the site.
with next as (
    update jobs
    set waits = false, updated_at = now()
    where account_id = @account_id
      and id = (
        select id
        from jobs
        where account_id = @account_id and site_id = @site_id and kind = 'recompute' and waits and status in ('queued', 'running')
        order by created_at, id
        limit 1
      )
      and not exists (
        select from jobs as other
        where other.account_id = @account_id and other.site_id = @site_id and other.kind = 'recompute'
          and not other.sync and not other.waits and other.status in ('queued', 'running')
      )
    returning account_id, site_id, id
)
insert into outbox (account_id, site_id, topic, payload)
select account_id, site_id, 'job.recompute', jsonb_build_object('jobId', id, 'accountId', account_id)
from next
