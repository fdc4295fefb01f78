-- One row: a site whose daily sync is to be planned, or is due. Locked, so that no other tick takes it; not for update, which would keep
-- others from writing what belongs to the site. After its trial an account without a plan is not synced.
select sites.id::text as id, sites.account_id::text as account_id, sites.time_zone, sites.next_sync_at is not null as due
from sites
join accounts on accounts.id = sites.account_id
where (sites.next_sync_at is null or sites.next_sync_at <= @now)
  and (accounts.plan <> '' or accounts.trial_ends_at > @now)
  and exists (
    select from connections
    where connections.account_id = sites.account_id and connections.site_id = sites.id and connections.status <> 'disconnected'
)
order by sites.next_sync_at nulls first, sites.id
limit @most
for no key update of sites skip locked
