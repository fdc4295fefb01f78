-- One row: the import ids under which rows of it may lie.
delete from uploads
where account_id = @account_id and id = @id
returning attempts::text[] as imports
