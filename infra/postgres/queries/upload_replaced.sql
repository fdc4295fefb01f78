-- Takes those files out of the crawl that only had links, when another brings its links.
update uploads
set crawl_id = null, import_id = null
where account_id = @account_id and crawl_id = @crawl_id and id <> @id and pages = 0
