-- Revokes an API token of the account. One row: its id.
delete from api_tokens where account_id = @account_id and id = @id returning id::text as id
