-- One row: how much happened.
select count(*) as count
from activity
where account_id = @account_id
  and (@site_id = '' or site_id::text = @site_id)
