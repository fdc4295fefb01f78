-- Answers the attempts whose rows are to be swept away.
update uploads
set site_id = @site_id, crawl_id = @crawl_id, report = @report, recognition = @recognition, rejected = @rejected, imported_at = @imported_at
where account_id = @account_id and id = @id
returning array_remove(attempts, @import_id::uuid)::text[] as swept
