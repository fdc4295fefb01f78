-- Deletes a site with all that belongs to it and answers its name.
delete from sites
where account_id = @account_id and id = @id
returning name
