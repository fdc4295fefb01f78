update uploads
set attempts = attempts || @import_id::uuid, site_id = @site_id
where account_id = @account_id and id = @id
