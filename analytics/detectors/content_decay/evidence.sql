    spans as (
        select
            query as query_of_page,
            sumIf(clicks, day > {gsc_to:Date} - 28) as clicks_now,
            sumIf(clicks, day <= {gsc_to:Date} - 28) as clicks_then,
            sumIf(impressions, day > {gsc_to:Date} - 28) as impressions_now,
            sumIf(impressions, day <= {gsc_to:Date} - 28) as impressions_then,
            round(sumIf(position * impressions, day > {gsc_to:Date} - 28) / impressions_now, 1) as now_at,
            round(sumIf(position * impressions, day <= {gsc_to:Date} - 28) / impressions_then, 1) as then_at
        from gsc_query_pages
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
          and day <= {gsc_to:Date}
          and (day > {gsc_to:Date} - 28 or has({target_spans:Array(Int64)}, span_of(day)))
          and page = {page:String}
          and position >= 1 and impressions > 0
          and sync_id in {gsc_query_pages_sync_ids:Array(UInt64)}
        group by query_of_page
    ),
    -- All of the page, with the clicks whose query Google does not name.
    whole as (
        select
            sumIf(clicks, day > {gsc_to:Date} - 28) as clicks_now,
            sumIf(clicks, day <= {gsc_to:Date} - 28) as clicks_then,
            sumIf(impressions, day > {gsc_to:Date} - 28) as impressions_now,
            sumIf(impressions, day <= {gsc_to:Date} - 28) as impressions_then,
            round(sumIf(position * impressions, day > {gsc_to:Date} - 28) / impressions_now, 1) as now_at,
            round(sumIf(position * impressions, day <= {gsc_to:Date} - 28) / impressions_then, 1) as then_at
        from gsc_pages
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
          and day <= {gsc_to:Date}
          and (day > {gsc_to:Date} - 28 or has({target_spans:Array(Int64)}, span_of(day)))
          and page = {page:String}
          and position >= 1 and impressions > 0
          and sync_id in {gsc_pages_sync_ids:Array(UInt64)}
        having impressions_now + impressions_then > 0
    )
-- One row: first all of the page, then each query that Google names, now and in the window that it is compared with; those that lost most first.
select
    if(is_whole, 'All of the page, named by Google or not', query_of_page) as query_shown,
    clicks_then,
    clicks_now,
    impressions_then,
    impressions_now,
    if(impressions_then > 0, then_at, null) as position_then,
    if(impressions_now > 0, now_at, null) as position_now
from (
    select true as is_whole, '' as query_of_page, * from whole
    union all
    select false as is_whole, * from spans
)
order by is_whole desc, toInt64(clicks_then) - toInt64(clicks_now) desc, query_shown
limit {shown_rows:UInt64}
