-- One row: whether any account has a credential of that kind and label. Withdrawing a sign-in with Google ends it for all of them.
select exists (select from credentials where kind = @kind and label = @label)
