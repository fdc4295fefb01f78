-- One row: how many crawls there are.
select count(*) as count
from crawls
where account_id = @account_id
  and (@site_id = '' or site_id::text = @site_id)
