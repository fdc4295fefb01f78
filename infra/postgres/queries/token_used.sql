-- Notes that an API token is used in this minute, unless that is noted.
update api_tokens set last_used_at = @minute
where account_id = @account_id and id = @id and (last_used_at is null or last_used_at < @minute)
