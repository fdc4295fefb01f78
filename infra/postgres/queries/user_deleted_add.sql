-- The identity provider deleted a user.
insert into deleted_users (subject, deleted_at) values (@subject, @now)
on conflict (subject) do nothing
