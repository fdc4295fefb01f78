-- One row: the newest crawl of a site, the one whose rows are shown, with the names of its files.
with newest as (
    select distinct on (site_id) *
    from crawls
    where account_id = @account_id
      and (@site_id = '' or site_id::text = @site_id)
    order by site_id, imported_at desc, id
)
select newest.id::text as id, newest.account_id::text as account_id, newest.site_id::text as site_id, newest.import_id::text as import_id,
       coalesce(newest.links_import_id::text, '') as links_import_id,
       coalesce(string_agg(uploads.file_name, ', ' order by uploads.created_at), '') as file_name,
       coalesce(sum(uploads.bytes), 0)::bigint as bytes,
       newest.pages, newest.links, newest.issues,
       coalesce(sum(uploads.rejected), 0)::bigint as rejected,
       newest.crawled_at, newest.imported_at
from newest left join uploads on uploads.account_id = newest.account_id and uploads.crawl_id = newest.id
group by newest.id, newest.account_id, newest.site_id, newest.import_id, newest.links_import_id, newest.pages, newest.links, newest.issues,
         newest.crawled_at, newest.imported_at
order by newest.site_id
