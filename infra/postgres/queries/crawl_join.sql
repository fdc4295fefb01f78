-- Gives the links of another file to a crawl that is there.
update crawls
set links_import_id = @links_import_id, links = @links
where account_id = @account_id and id = @id
returning id::text as id
