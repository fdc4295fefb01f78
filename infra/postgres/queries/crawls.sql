-- name: crawl_add
insert into crawls (account_id, site_id, import_id, links_import_id, pages, links, issues, issues_by_severity, new_issues, still_there_issues, gone_issues,
                    judged, partial, crawled_at, imported_at)
values (@account_id, @site_id, @import_id, nullif(@links_import_id, '')::uuid, @pages, @links, @issues, @issues_by_severity, @new_issues, @still_there_issues,
        @gone_issues, @judged, @partial, @crawled_at, @imported_at)
returning id::text as id;

-- name: crawl_delete
-- Deletes a crawl with its files. One row: its site, its name, and its data outside PostgreSQL.
with files as (
    select coalesce(string_agg(file_name, ', ' order by imported_at, id), '') as names, coalesce(array_agg(object_key), '{}') as object_keys
    from uploads
    where account_id = @account_id and crawl_id = @id
),
attempts as (
    select attempt
    from uploads, unnest(attempts) as attempt
    where account_id = @account_id and crawl_id = @id
)
delete from crawls
using files
where crawls.account_id = @account_id and crawls.id = @id
returning crawls.site_id::text as site_id, files.names, files.object_keys,
          array(select attempt::text from attempts union select crawls.import_id::text union select crawls.links_import_id::text where crawls.links_import_id is not null)
              as imports;

-- name: crawl_imports
-- One row: the import id of a crawl's pages and issues.
select import_id::text as import_id
from crawls
where account_id = @account_id and (@site_id = '' or site_id::text = @site_id)
order by imported_at desc, id;

-- name: crawl_update
-- Adds the results of another file to an existing crawl.
update crawls
set import_id = @import_id, links_import_id = nullif(@links_import_id, '')::uuid, pages = @pages, links = @links, issues = @issues,
    issues_by_severity = @issues_by_severity, new_issues = @new_issues, still_there_issues = @still_there_issues, gone_issues = @gone_issues,
    judged = @judged, partial = @partial, crawled_at = @crawled_at
where account_id = @account_id and id = @id
returning id::text as id;

-- name: crawls
-- One row per crawl with its files, newest first.
select crawls.id::text as id, crawls.account_id::text as account_id, crawls.site_id::text as site_id, crawls.import_id::text as import_id,
       coalesce(crawls.links_import_id::text, '') as links_import_id,
       coalesce(string_agg(uploads.file_name, ', ' order by uploads.imported_at, uploads.id), '') as file_name,
       coalesce(sum(uploads.bytes), 0)::bigint as bytes,
       crawls.pages, crawls.links, crawls.issues, crawls.issues_by_severity, crawls.new_issues, crawls.still_there_issues, crawls.gone_issues, crawls.judged, crawls.partial,
       coalesce(sum(uploads.rejected), 0)::bigint as rejected,
       crawls.crawled_at, crawls.imported_at,
       coalesce(array_agg(uploads.id::text order by uploads.imported_at, uploads.id) filter (where uploads.id is not null), '{}') as uploads
from crawls left join uploads on uploads.account_id = crawls.account_id and uploads.crawl_id = crawls.id
where crawls.account_id = @account_id
  and (@site_id = '' or crawls.site_id::text = @site_id)
group by crawls.id
order by crawls.imported_at desc, crawls.id
limit @limit offset @offset;

-- name: crawls_count
-- One row: the number of crawls.
select count(*) as count
from crawls
where account_id = @account_id
  and (@site_id = '' or site_id::text = @site_id);

-- name: crawls_newest
-- One row per site: its newest crawl, whose rows are shown, with its files.
with newest as (
    select distinct on (site_id) id
    from crawls
    where account_id = @account_id
      and (@site_id = '' or site_id::text = @site_id)
    order by site_id, imported_at desc, id
)
select crawls.id::text as id, crawls.account_id::text as account_id, crawls.site_id::text as site_id, crawls.import_id::text as import_id,
       coalesce(crawls.links_import_id::text, '') as links_import_id,
       coalesce(string_agg(uploads.file_name, ', ' order by uploads.imported_at, uploads.id), '') as file_name,
       coalesce(sum(uploads.bytes), 0)::bigint as bytes,
       crawls.pages, crawls.links, crawls.issues, crawls.issues_by_severity, crawls.new_issues, crawls.still_there_issues, crawls.gone_issues, crawls.judged, crawls.partial,
       coalesce(sum(uploads.rejected), 0)::bigint as rejected,
       crawls.crawled_at, crawls.imported_at,
       coalesce(array_agg(uploads.id::text order by uploads.imported_at, uploads.id) filter (where uploads.id is not null), '{}') as uploads
from newest join crawls on crawls.id = newest.id
    left join uploads on uploads.account_id = crawls.account_id and uploads.crawl_id = crawls.id
where crawls.account_id = @account_id
group by crawls.id
order by crawls.site_id;

-- name: types_before
-- One row per given issue type: the site's newest crawl that checked it, excluding the given crawl.
select distinct on (issue_type) crawls.site_id::text as site_id, issue_type, crawls.import_id::text as import_id
from unnest(@judged::text[]) as issue_type
    join crawls on issue_type = any(crawls.judged)
where crawls.account_id = @account_id and crawls.site_id = @site_id and crawls.id::text <> @crawl_id
order by issue_type, crawls.imported_at desc, crawls.id;

-- name: compared_types
-- One row per issue type that a site's newest crawl checked: the last earlier crawl that checked it too.
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
order by newest.site_id, issue_type, earlier.imported_at desc, earlier.id;

-- name: crawls_chosen
-- One row per given crawl of a site, newest first; '' is the newest crawl, if another one is there.
with newest as (
    select id
    from crawls
    where account_id = @account_id and site_id::text = @site_id and '' = any(@ids::text[])
      and exists (select from crawls as other where other.account_id = @account_id and other.site_id::text = @site_id and other.id::text = any(@ids::text[]))
    order by imported_at desc, id
    limit 1
)
select id::text as id, site_id::text as site_id, import_id::text as import_id, judged, partial, imported_at
from crawls
where account_id = @account_id and site_id::text = @site_id
  and (id::text = any(@ids::text[]) or id in (select id from newest))
order by imported_at desc, id;

-- name: sweep
-- Queues the deletion of import rows that no crawl of the site uses, and of files in object storage.
insert into outbox (account_id, site_id, topic, payload)
select @account_id::uuid, @site_id::uuid, 'job.sweep', jsonb_build_object(
    'accountId', @account_id::uuid, 'siteId', @site_id::uuid, 'imports', coalesce(jsonb_agg(import_id), '[]'), 'objectKeys', @object_keys::text[])
from unnest(@imports::uuid[]) as swept (import_id)
where not exists (
    select from uploads
    where uploads.account_id = @account_id::uuid and uploads.site_id = @site_id::uuid and uploads.import_id = swept.import_id and (uploads.crawl_id is not null or uploads.waiting)
)
  and not exists (
    select from crawls
    where crawls.account_id = @account_id::uuid and crawls.site_id = @site_id::uuid and swept.import_id in (crawls.import_id, crawls.links_import_id)
)
having count(*) > 0 or cardinality(@object_keys::text[]) > 0;
