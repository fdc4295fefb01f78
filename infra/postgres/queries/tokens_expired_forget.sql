-- Forgets API tokens of all accounts that expired long ago.
delete from api_tokens where expires_at < @before
