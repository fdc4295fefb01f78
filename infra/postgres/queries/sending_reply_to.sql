-- One row: the e-mail address of the account's owner.
select email from users where account_id = @account_id and role = 'owner' order by created_at, id limit 1
