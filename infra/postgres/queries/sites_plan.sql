-- Sets when sites are synced next.
update sites
set next_sync_at = planned.at
from unnest(@ids::uuid[], @account_ids::uuid[], @times::timestamptz[]) as planned (id, account_id, at)
where sites.account_id = planned.account_id and sites.id = planned.id
