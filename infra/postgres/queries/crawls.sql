-- One row: a crawl with the names of its files, newest first.
select crawls.id::text as id, crawls.account_id::text as account_id, crawls.site_id::text as site_id, crawls.import_id::text as import_id,
       coalesce(crawls.links_import_id::text, '') as links_import_id,
       coalesce(string_agg(uploads.file_name, ', ' order by uploads.created_at), '') as file_name,
       coalesce(sum(uploads.bytes), 0)::bigint as bytes,
       crawls.pages, crawls.links, crawls.issues,
       coalesce(sum(uploads.rejected), 0)::bigint as rejected,
       crawls.crawled_at, crawls.imported_at
from crawls left join uploads on uploads.account_id = crawls.account_id and uploads.crawl_id = crawls.id
where crawls.account_id = @account_id
  and (@site_id = '' or crawls.site_id::text = @site_id)
group by crawls.id
order by crawls.imported_at desc, crawls.id
limit @limit
