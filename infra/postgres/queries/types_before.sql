-- One row: one of the given types of issue, and the newest crawl of the site that looked for it, the given crawl aside.
select distinct on (issue_type) crawls.site_id::text as site_id, issue_type, crawls.import_id::text as import_id
from unnest(@judged::text[]) as issue_type
    join crawls on issue_type = any(crawls.judged)
where crawls.account_id = @account_id and crawls.site_id = @site_id and crawls.id::text <> @crawl_id
order by issue_type, crawls.imported_at desc, crawls.id
