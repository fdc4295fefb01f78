-- Deletes the pages of links that expired before a moment.
update reports
set body = null, revision = revision + 1
where body is not null and expires_at < @before
