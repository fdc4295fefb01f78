-- continues: common.sql
-- uses: gsc_query_pages_current
with
    page_days as (
        select
            toString(day) as date,
            page as url,
            sum(clicks) as clicks_of_day,
            sum(impressions) as impressions_of_day,
            round(sum(position * impressions) / impressions_of_day, 1) as position_of_day
        from gsc_query_pages_current
        where day between {gsc_to:Date} - {days:UInt16} + 1 and {gsc_to:Date}
          and position >= 1 and impressions > 0
          and query = {query:String}
        group by date, url
    )
-- One row: a page that appeared for the query on a day.
select *
from page_days
order by date desc, impressions_of_day desc, url
limit {shown_rows:UInt64}
