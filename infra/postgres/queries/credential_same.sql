-- One row: the id of the account's credential of that kind and label.
select id::text from credentials where account_id = @account_id and kind = @kind and label = @label
