-- continues: common.sql
-- uses: gsc_pages_current, gsc_query_pages_current
with
    -- The queries of the page that Google names, and all of the page, with the clicks whose query it does not
    -- name.
    days_of_page as (
        select false as is_whole, query as query_of_page, day as seen_on, clicks, impressions, position
        from gsc_query_pages_current
        where page = {page:String}

        union all

        select true, '', day, clicks, impressions, position
        from gsc_pages_current
        where page = {page:String}
    ),
    spans as (
        select
            is_whole,
            query_of_page,
            sumIf(clicks, seen_on > {gsc_to:Date} - 28) as clicks_now,
            sumIf(clicks, seen_on <= {gsc_to:Date} - 28) as clicks_then,
            sumIf(impressions, seen_on > {gsc_to:Date} - 28) as impressions_now,
            sumIf(impressions, seen_on <= {gsc_to:Date} - 28) as impressions_then,
            round(sumIf(position * impressions, seen_on > {gsc_to:Date} - 28) / impressions_now, 1) as now_at,
            round(sumIf(position * impressions, seen_on <= {gsc_to:Date} - 28) / impressions_then, 1) as then_at
        from days_of_page
        where seen_on <= {gsc_to:Date}
          and (seen_on > {gsc_to:Date} - 28 or has({target_spans:Array(Int64)}, span_of(seen_on)))
          and position >= 1 and impressions > 0
        group by is_whole, query_of_page
    )
-- One row: first all of the page, then each query that Google names, now and in the window that it is
-- compared with; those that lost most first.
select
    if(is_whole, 'Whole page, including anonymized queries', query_of_page) as query_shown,
    clicks_then,
    clicks_now,
    impressions_then,
    impressions_now,
    if(impressions_then > 0, then_at, null) as position_then,
    if(impressions_now > 0, now_at, null) as position_now
from spans
order by is_whole desc, toInt64(clicks_then) - toInt64(clicks_now) desc, query_shown
limit {shown_rows:UInt64}
