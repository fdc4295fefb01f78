-- name: crawl_schedule_put
-- Crawls of the site by itself go on as it was crawled now; the first one makes them weekly.
insert into crawl_schedules (account_id, site_id, every, url, max_pages, options, next_at)
values (@account_id, @site_id, 'week', @url, @max_pages, @options, @now::timestamptz + interval '7 days')
on conflict (site_id) do update
set url = excluded.url, max_pages = excluded.max_pages, options = excluded.options,
    next_at = @now::timestamptz + case crawl_schedules.every when 'day' then interval '1 day' else interval '7 days' end
where crawl_schedules.account_id = @account_id;

-- name: crawl_schedule_edit
-- One row: the site whose crawls were changed.
insert into crawl_schedules (account_id, site_id, every, url, max_pages, options, next_at)
values (@account_id, @site_id, @every, @url, @max_pages, @options, coalesce(@next_at, @now::timestamptz))
on conflict (site_id) do update
set every = excluded.every, url = excluded.url, max_pages = excluded.max_pages, options = excluded.options,
    next_at = case when crawl_schedules.every = excluded.every then crawl_schedules.next_at else excluded.next_at end
where crawl_schedules.account_id = @account_id
returning site_id::text as site_id;

-- name: crawl_schedule_forget
-- Deletes what finished crawls of a site have kept for the next one.
delete from crawl_addresses
using site_crawls
where crawl_addresses.account_id = @account_id and site_crawls.account_id = @account_id and site_crawls.site_id = @site_id
  and crawl_addresses.job_id = site_crawls.job_id and site_crawls.finished;

-- name: crawl_settings_of_site
-- One row: how the site is crawled; what was never said is as usual.
select sites.id::text as site_id, coalesce(crawl_schedules.every, 'off') as every, coalesce(crawl_schedules.url, '') as url,
       coalesce(crawl_schedules.max_pages, 500) as max_pages, coalesce(crawl_schedules.options, '{}') as options,
       case when crawl_schedules.every <> 'off' then crawl_schedules.next_at end as next_at,
       coalesce(running.job_id::text, '') as job_id, coalesce(running.paused, false) as paused, crawl_schedules.site_id is not null as crawled
from sites
left join crawl_schedules on crawl_schedules.account_id = sites.account_id and crawl_schedules.site_id = sites.id
left join lateral (
    select site_crawls.job_id, site_crawls.paused
    from site_crawls
    join jobs on jobs.account_id = site_crawls.account_id and jobs.id = site_crawls.job_id
    where site_crawls.account_id = sites.account_id and site_crawls.site_id = sites.id and jobs.status in ('queued', 'running')
    limit 1
) as running on true
where sites.account_id = @account_id and sites.id = @site_id;

-- name: crawl_schedules_due
select account_id::text as account_id, site_id::text as site_id
from crawl_schedules
where every <> 'off' and next_at <= @now
order by next_at, site_id
limit @max_rows;

-- name: crawl_schedule_due
-- Locks a schedule. No row: another process has planned it.
select every, url, max_pages, options
from crawl_schedules
where account_id = @account_id and site_id = @site_id and every <> 'off' and next_at <= @now
for update;

-- name: crawl_schedule_plan
update crawl_schedules set next_at = @next_at where account_id = @account_id and site_id = @site_id;

-- name: page_changes_add
insert into page_changes (account_id, site_id, crawl_id, place, kind, page, url, was, became, text, created_at)
select @account_id, @site_id, @crawl_id, ordinality, kind, page, url, was, became, text, @created_at::timestamptz - ordinality * interval '1 millisecond'
from unnest(@kinds::text[], @pages::text[], @urls::text[], @was::text[], @became::text[], @texts::text[])
    with ordinality as change (kind, page, url, was, became, text, ordinality);

-- name: page_changes
-- One row per change, the newest crawl first and in it the most important.
select id::text as id, site_id::text as site_id, crawl_id::text as crawl_id, place, kind, page, url, was, became, text, created_at
from page_changes
where account_id = @account_id and (@site_id = '' or site_id::text = @site_id) and (@kind = '' or kind = @kind)
order by created_at desc, crawl_id, place
limit @limit offset @offset;

-- name: page_changes_count
select count(*) as count
from page_changes
where account_id = @account_id and (@site_id = '' or site_id::text = @site_id) and (@kind = '' or kind = @kind);
