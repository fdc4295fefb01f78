-- The account of a user; no row when there is no such user.
select account_id::text as account_id from users where subject = @subject
