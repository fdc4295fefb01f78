update uploads
set attempts = attempts || @import_id::uuid
where account_id = @account_id and id = @id
