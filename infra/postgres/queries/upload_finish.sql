-- One row: the import ids of the upload that may be rubbish now.
with before as (
    select id, array_remove(attempts || import_id, null) as imports
    from uploads
    where account_id = @account_id and id = @id
    for update
)
update uploads
set site_id = @site_id, crawl_id = @crawl_id, import_id = @import_id, recognition = @recognition, warnings = @warnings, attempts = '{}',
    pages = @pages, links = @links, rejected = @rejected, imported_at = @imported_at
from before
where uploads.account_id = @account_id and uploads.id = before.id
returning before.imports::text[] as imports
