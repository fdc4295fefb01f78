-- No row: the job was finished by somebody else.
update jobs
set status = 'done', progress = 1, message = @message, result = @result, site_id = coalesce(nullif(@site_id, '')::uuid, site_id), updated_at = now()
where account_id = @account_id and id = @id and status in ('queued', 'running')
returning kind, coalesce(site_id::text, '') as site_id, again
