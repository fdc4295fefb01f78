-- Deletes a note of the site. One row: its id.
delete from site_changes
where account_id = @account_id and site_id = @site_id and id = @id and kind = 'note'
returning id::text as id
