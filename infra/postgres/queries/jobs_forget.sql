-- Forgets finished jobs that nobody asks for any more: not those that an upload or a sent report names, nor a site's newest, which says when it
-- was scored.
delete from jobs
where status in ('done', 'failed') and updated_at < @before
  and not exists (select from uploads where uploads.job_id = jobs.id)
  and not exists (select from report_sendings where report_sendings.job_id = jobs.id)
  and exists (
    select from jobs as newer
    where newer.account_id = jobs.account_id and newer.site_id is not distinct from jobs.site_id and newer.kind = jobs.kind
      and newer.status = 'done' and newer.updated_at > jobs.updated_at
  )
