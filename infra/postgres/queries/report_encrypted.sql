-- Puts another ciphertext of the same token in the place of the one that was read.
update reports
set token = @token, key_id = @key_id
where account_id = @account_id and id = @id
