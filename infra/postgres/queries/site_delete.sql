delete from sites
where account_id = @account_id and id = @id
returning name
