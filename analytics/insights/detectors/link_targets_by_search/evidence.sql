-- uses: gsc_query_pages_current
with
    seen as (
        select
            query as query_of_page,
            sum(clicks) as clicks_of_query,
            sum(impressions) as impressions_of_query,
            round(sum(position * impressions) / impressions_of_query, 1) as position_of_query
        from gsc_query_pages_current
        where day between {gsc_from:Date} and {gsc_to:Date}
          and position >= 1 and impressions > 0
          and page = {page:String}
        group by query_of_page
    )
-- One row: a query that the page appears for.
select query_of_page as query, clicks_of_query as clicks, impressions_of_query as impressions, position_of_query as position
from seen
order by impressions_of_query desc, query_of_page
limit {shown_rows:UInt64}
