select uploads.id::text as id, uploads.account_id::text as account_id, coalesce(uploads.site_id::text, '') as site_id,
       coalesce(uploads.crawl_id::text, '') as crawl_id, coalesce(uploads.import_id::text, '') as import_id, uploads.job_id::text as job_id,
       uploads.object_key, uploads.file_name, uploads.bytes, uploads.sha256, uploads.put, uploads.mapping, uploads.recognition, uploads.warnings,
       uploads.pages, uploads.links, uploads.rejected, uploads.created_at, uploads.imported_at
from uploads
where account_id = @account_id and job_id = @job_id
