-- Deletes a link that was not given out.
delete from reports
where account_id = @account_id and id = @id
