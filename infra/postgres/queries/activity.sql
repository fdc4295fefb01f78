-- One row: something that happened, newest first.
select id::text as id, coalesce(site_id::text, '') as site_id, kind, text, created_at
from activity
where account_id = @account_id
  and (@site_id = '' or site_id::text = @site_id)
order by created_at desc, id
limit @limit offset @offset
