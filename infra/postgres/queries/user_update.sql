-- Takes over what the identity provider says now, when that differs; a claim it leaves out changes nothing.
update users
set email = coalesce(nullif(@email, ''), email),
    first_name = coalesce(nullif(@first_name, ''), first_name),
    last_name = coalesce(nullif(@last_name, ''), last_name),
    profile_image_url = coalesce(nullif(@image_url, ''), profile_image_url)
where subject = @subject
  and (email, first_name, last_name, profile_image_url)
      is distinct from (coalesce(nullif(@email, ''), email), coalesce(nullif(@first_name, ''), first_name),
                        coalesce(nullif(@last_name, ''), last_name), coalesce(nullif(@image_url, ''), profile_image_url))
