-- One row: a page to test, most valuable first: by organic revenue, then visits, then clicks.
with
    visits as (
        select
            page,
            sumIf(revenue, channel = 'Organic Search') as organic_revenue,
            sum(sessions) as all_sessions
        from ga4_pages
        where account_id = {account_id:UUID}
          and site_id in {sites:Array(UUID)}
          and day between {from:Date} and {to:Date}
          and page != ''
          and sync_id in (
            select sync_id
            from current_days final
            where account_id = {account_id:UUID}
              and site_id in {sites:Array(UUID)}
              and connection_id in {connections:Array(UUID)}
              and report = 'ga4_pages'
              and day between {from:Date} and {to:Date}
          )
        group by page
    ),
    searches as (
        select
            page,
            sum(clicks) as all_clicks
        from gsc_pages
        where account_id = {account_id:UUID}
          and site_id in {sites:Array(UUID)}
          and day between {from:Date} and {to:Date}
          and sync_id in (
            select sync_id
            from current_days final
            where account_id = {account_id:UUID}
              and site_id in {sites:Array(UUID)}
              and connection_id in {connections:Array(UUID)}
              and report = 'gsc_pages'
              and day between {from:Date} and {to:Date}
          )
        group by page
    )
select page
from visits
full outer join searches using (page)
order by organic_revenue desc, all_sessions desc, all_clicks desc, page
limit {most:UInt32}
