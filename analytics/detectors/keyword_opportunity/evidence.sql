    days as (
        select
            toString(day) as date,
            sum(clicks) as clicks_of_day,
            sum(impressions) as impressions_of_day,
            round(sum(position * impressions) / impressions_of_day, 1) as position_of_day,
            round(sum(impressions * ctr_at(position)), 2) as expected_clicks
        from gsc_query_pages
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
          and day between {gsc_from:Date} and {gsc_to:Date}
          and position >= 1 and impressions > 0
          and sync_id in {gsc_query_pages_sync_ids:Array(UInt64)}
          and query = {query:String} and page = {page:String}
        group by date
    )
-- One row: a day of the window on which the page appeared for the query.
select *
from days
order by date
limit {shown_rows:UInt64}
