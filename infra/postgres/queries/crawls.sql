-- One row: a crawl with its files, newest first.
select crawls.id::text as id, crawls.account_id::text as account_id, crawls.site_id::text as site_id, crawls.import_id::text as import_id,
       coalesce(crawls.links_import_id::text, '') as links_import_id,
       coalesce(string_agg(uploads.file_name, ', ' order by uploads.imported_at, uploads.id), '') as file_name,
       coalesce(sum(uploads.bytes), 0)::bigint as bytes,
       crawls.pages, crawls.links, crawls.issues, crawls.issues_by_severity, crawls.new_issues, crawls.still_there_issues, crawls.gone_issues, crawls.judged,
       coalesce(sum(uploads.rejected), 0)::bigint as rejected,
       crawls.crawled_at, crawls.imported_at,
       coalesce(array_agg(uploads.id::text order by uploads.imported_at, uploads.id) filter (where uploads.id is not null), '{}') as uploads
from crawls left join uploads on uploads.account_id = crawls.account_id and uploads.crawl_id = crawls.id
where crawls.account_id = @account_id
  and (@site_id = '' or crawls.site_id::text = @site_id)
group by crawls.id
order by crawls.imported_at desc, crawls.id
limit @limit offset @offset
