-- Takes over what the identity provider said at a moment, when that differs and nothing newer is known; a claim it leaves out changes nothing.
update users
set email = coalesce(nullif(@email, ''), email),
    first_name = coalesce(nullif(@first_name, ''), first_name),
    last_name = coalesce(nullif(@last_name, ''), last_name),
    profile_image_url = coalesce(nullif(@image_url, ''), profile_image_url),
    profile_at = @at
where subject = @subject
  and profile_at <= @at
  and (email, first_name, last_name, profile_image_url)
      is distinct from (coalesce(nullif(@email, ''), email), coalesce(nullif(@first_name, ''), first_name),
                        coalesce(nullif(@last_name, ''), last_name), coalesce(nullif(@image_url, ''), profile_image_url))
