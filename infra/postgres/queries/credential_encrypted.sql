-- Puts another ciphertext of the same secret in the place of the one that was read; no row when it is no longer there.
update credentials
set secret = @secret, key_id = @key_id
where account_id = @account_id and id = @id and secret = @before
returning id::text
