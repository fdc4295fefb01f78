-- One row: the id of a site of the account.
select id::text from sites where account_id = @account_id order by id
