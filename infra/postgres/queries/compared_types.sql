-- One row: a type of issue that the newest crawl of a site looked for, and the last crawl before it that did too.
with newest as (
    select distinct on (site_id) *
    from crawls
    where account_id = @account_id
      and (@site_id = '' or site_id::text = @site_id)
    order by site_id, imported_at desc, id
)
select distinct on (newest.site_id, issue_type)
       newest.site_id::text as site_id, issue_type, earlier.import_id::text as import_id
from newest
    cross join unnest(newest.judged) as issue_type
    join crawls as earlier on earlier.account_id = newest.account_id and earlier.site_id = newest.site_id and issue_type = any(earlier.judged)
where (earlier.imported_at, newest.id) < (newest.imported_at, earlier.id)
order by newest.site_id, issue_type, earlier.imported_at desc, earlier.id
