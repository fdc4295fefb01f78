-- One row: how many links of the account were given out.
select count(*) as count
from reports
where account_id = @account_id and (@site_id = '' or site_id = nullif(@site_id, '')::uuid) and published > 0
