-- Keeps what was made, unless another attempt has.
update report_sendings
set made = @made, file = @file, file_name = @file_name
where account_id = @account_id and id = @id and made is null
