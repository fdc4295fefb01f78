-- One row: the site's non-brand clicks and impressions around a position of pages one and two; 0 is all
-- beyond. Days that were cut off lack rows without clicks, so only queries with a row on each tell a rate.
-- uses: gsc_queries_current, is_brand
with
    complete as (
        select cityHash64(query) as complete_key
        from gsc_queries_current
        where day in {capped_query_days:Array(Date)}
        group by complete_key
        having uniqExact(day) = length({capped_query_days:Array(Date)})
    ),
    rows_of_place as (
        select
            if(position < 20.5, toUInt8(round(position)), 0) as place,
            any(query) as q,
            sum(least(clicks, impressions)) as query_clicks,
            sum(impressions) as query_impressions,
            sum(position * impressions) / query_impressions as mean_position,
            empty({capped_query_days:Array(Date)}) or cityHash64(query) in (select complete_key from complete) as is_complete
        from gsc_queries_current
        where day between {gsc_from:Date} and {gsc_to:Date}
          and position >= 1 and impressions > 0
        group by place, cityHash64(query) -- one number is grouped by in a third of the time
        having not is_brand(q)
           -- Below the top places a majority of clicks is implausible: navigational searches or counting
           -- errors.
           and not (mean_position > {first_places:Float64} and query_impressions >= {likely_impressions:UInt64}
                    and query_clicks > {likely_share:Float64} * query_impressions)
    ),
    -- A query has at most a tenth of the weight of a position.
    weighed as (
        select *, is_complete * least(toFloat64(query_impressions), {most_of_bucket:Float64} * sumIf(query_impressions, is_complete) over (partition by place)) as weight
        from rows_of_place
    )
select
    place,
    toFloat64(sum(query_clicks)) as bucket_clicks,
    toFloat64(sum(query_impressions)) as bucket_impressions,
    sum(weight) as bucket_weight,
    ifNotFinite(sum(weight * query_clicks / query_impressions) / bucket_weight, 0) as rate,
    ifNotFinite(sum(weight * mean_position) / bucket_weight, place) as bucket_position,
    toFloat64(sumIf(query_clicks, is_complete)) as complete_clicks,
    toFloat64(sumIf(query_impressions, is_complete)) as complete_impressions
from weighed
group by place
order by place
