-- One row: when the daily sync of a site is due next. An empty site is every site of the account.
select id::text as site_id, next_sync_at
from sites
where account_id = @account_id and (@site_id = '' or id = nullif(@site_id, '')::uuid) and next_sync_at is not null
