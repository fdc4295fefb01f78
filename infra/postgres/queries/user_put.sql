-- Makes a user what the identity provider said at a moment, unless something newer is known. A row when there is the user.
with changed as (
    update users
    set email = @email,
        first_name = @first_name,
        last_name = @last_name,
        profile_image_url = @image_url,
        profile_at = @at
    where subject = @subject and profile_at <= @at
)
select subject from users where subject = @subject
