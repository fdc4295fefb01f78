-- name: change_add
-- Adds a change of the site; long titles are truncated.
insert into site_changes (account_id, site_id, day, kind, text, insight_id, created_at)
values (@account_id, @site_id, @day, @kind, left(@text, 1000), nullif(@insight_id, '')::uuid, @created_at)
returning id::text as id, site_id::text as site_id, day::text as day, kind, text, coalesce(insight_id::text, '') as insight_id, created_at;

-- name: changes
-- One row per change of the site, newest first: notes, changes of insights, and crawls.
with all_changes as (
    select id, site_id, day, kind, text, insight_id, created_at
    from site_changes
    where account_id = @account_id and site_id = @site_id
    union all
    select id, site_id, (coalesce(crawled_at, imported_at) at time zone @time_zone)::date, 'crawl',
           concat(
               'Crawl of ', to_char(pages, 'FM999,999,999,990'), case when pages = 1 then ' page: ' else ' pages: ' end,
               case
                   when new_issues is null then concat(to_char(issues, 'FM999,999,999,990'), case when issues = 1 then ' issue' else ' issues' end)
                   when new_issues = 0 and gone_issues = 0 then 'no new issues, none gone'
                   else concat(
                       to_char(new_issues, 'FM999,999,999,990'), case when new_issues = 1 then ' new issue, ' else ' new issues, ' end,
                       to_char(gone_issues, 'FM999,999,999,990'), ' gone')
               end),
           null, imported_at
    from crawls
    where account_id = @account_id and site_id = @site_id
    union all
    select id, site_id, (created_at at time zone @time_zone)::date, 'page', text, null, created_at
    from page_changes
    where account_id = @account_id and site_id = @site_id and place <= @page_changes
)
select id::text as id, site_id::text as site_id, day::text as day, kind, text, coalesce(insight_id::text, '') as insight_id, created_at
from all_changes
where (@from = '' or day >= nullif(@from, '')::date)
  and (@to = '' or day <= nullif(@to, '')::date)
order by all_changes.day desc, created_at desc, id
limit @limit offset @offset;

-- name: changes_count
-- One row: the number of changes.
select count(*) as count
from (
    select day
    from site_changes
    where account_id = @account_id and site_id = @site_id
    union all
    select (coalesce(crawled_at, imported_at) at time zone @time_zone)::date
    from crawls
    where account_id = @account_id and site_id = @site_id
    union all
    select (created_at at time zone @time_zone)::date
    from page_changes
    where account_id = @account_id and site_id = @site_id and place <= @page_changes
) as all_changes
where (@from = '' or day >= nullif(@from, '')::date)
  and (@to = '' or day <= nullif(@to, '')::date);

-- name: changes_add_status
-- Adds a change of the insights' site for each, on today's date at the site.
insert into site_changes (account_id, site_id, day, kind, text, insight_id, created_at)
select insights.account_id, insights.site_id, (@now::timestamptz at time zone sites.time_zone)::date, 'status', left(@action || ': ' || insights.title, 1000), insights.id, @now
from insights
join sites on sites.account_id = insights.account_id and sites.id = insights.site_id
where insights.account_id = @account_id and insights.id = any(@ids::uuid[]);

-- name: note_delete
-- Deletes a note of the site. One row: its id.
delete from site_changes
where account_id = @account_id and site_id = @site_id and id = @id and kind = 'note'
returning id::text as id;
