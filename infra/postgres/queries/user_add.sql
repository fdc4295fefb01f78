-- Adds a user to an account.
insert into users (account_id, subject, email, first_name, last_name, profile_image_url, profile_at)
values (@account_id, @subject, @email, @first_name, @last_name, @image_url, @at)
