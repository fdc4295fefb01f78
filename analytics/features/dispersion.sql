-- One row: the overdispersion of clicks against Poisson, at least 1; outliers are winsorized.
-- uses: ctr_at, gsc_queries_current, is_brand
with
    -- Days that were cut off lack rows: queries with one on each of them are whole.
    complete as (
        select cityHash64(query) as complete_key
        from gsc_queries_current
        where day in {capped_query_days:Array(Date)}
        group by complete_key
        having uniqExact(day) = length({capped_query_days:Array(Date)})
    ),
    expected as (
        select any(query) as q, sum(least(clicks, impressions)) as seen, sum(impressions) as query_impressions, sum(impressions * ctr_at(position)) as wanted
        from gsc_queries_current
        where day between {gsc_from:Date} and {gsc_to:Date}
          and position >= 1 and impressions > 0
          and (empty({capped_query_days:Array(Date)}) or cityHash64(query) in (select complete_key from complete))
        group by cityHash64(query) -- one number is grouped by in a third of the time
        having wanted >= {min_expected:Float64} and not is_brand(q)
    ),
    ratios as (
        select pow(seen - wanted, 2) / (wanted * (1 - wanted / query_impressions)) as ratio
        from expected
    )
select greatest(1, ifNotFinite(arrayAvg(ratio -> least(ratio, cap), all_ratios), 1)) as dispersion
from (
    select groupArray(ratio) as all_ratios, quantileExact({outliers:Float64})(ratio) as cap
    from ratios
)
