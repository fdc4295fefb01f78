-- One row: the scheme and host with most of the site's recent Google impressions; no row without data.
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
