-- One row: the site's non-brand clicks and impressions around one position of pages one and two; 0 is
-- everything beyond. A query has at most a tenth of the weight of a position.
-- uses: gsc_queries_current, is_brand
with
    rows_of_place as (
        select
            if(position < 20.5, toUInt8(round(position)), 0) as place,
            any(query) as q,
            sum(least(clicks, impressions)) as query_clicks,
            sum(impressions) as query_impressions,
            sum(position * impressions) / query_impressions as mean_position
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
    weighed as (
        select *, least(toFloat64(query_impressions), {most_of_bucket:Float64} * sum(query_impressions) over (partition by place)) as weight
        from rows_of_place
    )
select
    place,
    toFloat64(sum(query_clicks)) as bucket_clicks,
    toFloat64(sum(query_impressions)) as bucket_impressions,
    sum(weight) as bucket_weight,
    sum(weight * query_clicks / query_impressions) / bucket_weight as rate,
    sum(weight * mean_position) / bucket_weight as bucket_position
from weighed
group by place
order by place
