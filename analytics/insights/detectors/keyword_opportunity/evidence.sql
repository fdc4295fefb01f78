-- continues: common.sql
-- uses: ctr_at, gsc_query_pages_current
with
    -- Where the page stood for each of its queries in the window, what others are clicked there, and what the
    -- task's position would bring.
    seen as (
        select
            query as query_of_page,
            sum(clicks) as clicks_there,
            sum(impressions) as impressions_there,
            round(sum(position * impressions) / impressions_there, 1) as position_there,
            round(sum(impressions * ctr_at(position)), 1) as usual_clicks
        from gsc_query_pages_current
        where day between {gsc_from:Date} and {gsc_to:Date}
          and position >= 1 and impressions > 0
          and page = {page:String}
        group by query_of_page
    )
-- One row: a query that the page appears for; that of the task first, then those that most people see.
select
    query_of_page as query,
    clicks_there as clicks,
    impressions_there as impressions,
    round(clicks / impressions, 6) as click_rate,
    position_there as position,
    usual_clicks as clicks_usual_at_its_positions
from seen
order by query_of_page = {query:String} desc, impressions desc, query_of_page
limit {shown_rows:UInt64}
