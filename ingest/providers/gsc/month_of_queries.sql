-- Sums a month, from the syncs that were current when it became due.
insert into gsc_query_months (account_id, site_id, connection_id, month, sync_id, query, last_day, clicks, impressions, placed, places)
select
    {account_id:UUID},
    {site_id:UUID},
    {connection_id:UUID},
    {month:Date},
    {sync_id:UInt64},
    any(query),
    max(day),
    sum(clicks),
    sum(impressions),
    sumIf(impressions, position >= 1),
    sumIf(position * impressions, position >= 1)
from gsc_queries
where account_id = {account_id:UUID}
  and site_id = {site_id:UUID}
  and connection_id = {connection_id:UUID}
  and day between {month:Date} and toLastDayOfMonth({month:Date})
  and sync_id in (
    select sync_id
    from current_days final
    where account_id = {account_id:UUID}
      and site_id = {site_id:UUID}
      and connection_id = {connection_id:UUID}
      and report = 'gsc_queries'
      and day between {month:Date} and toLastDayOfMonth({month:Date})
  )
group by query_key
settings max_threads = 1, max_insert_threads = 1 -- nobody waits for it
