-- One row: whether the identity provider deleted the user.
select exists (select from deleted_users where subject = @subject) as deleted
