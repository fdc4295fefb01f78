-- One row: a link of the account that was given out, the newest first.
select
    id::text as id, account_id::text as account_id, coalesce(site_id::text, '') as site_id, title, date_range, token_hash, token, key_id, has_password,
    created_at, expires_at, revoked_at, revision, published, position, views, last_viewed_at
from reports
where account_id = @account_id and (@site_id = '' or site_id = nullif(@site_id, '')::uuid) and published > 0
order by reports.created_at desc, reports.id
limit @limit offset @offset
