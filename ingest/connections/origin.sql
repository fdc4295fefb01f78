-- One row: scheme and host of most of what Google has shown of the site lately; none when nothing was read.
select extract(page, '^https?://[^/]+') as origin
from gsc_pages
where account_id = {account_id:UUID}
  and site_id in {sites:Array(UUID)}
  and day >= {from:Date}
  and sync_id in (
      select sync_id
      from current_days final
      where account_id = {account_id:UUID}
        and site_id in {sites:Array(UUID)}
        and connection_id in {connections:Array(UUID)}
        and report = 'gsc_pages'
        and day >= {from:Date}
  )
group by origin
order by sum(impressions) desc, origin
limit 1
