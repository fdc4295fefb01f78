-- One row: a query with the pages that take turns for it, the one to keep first.
select
    'turns' as text,
    'query' as entity_type,
    q as query,
    tupleElement(in_order[1], 1) as value_page,
    'clicks' as value_unit,
    seen_impressions * to_month * greatest(0, ctr_at(target) - own_rate - 1.2816 * rate_deviation) as value_low,
    gain as value_mid,
    seen_impressions * to_month * greatest(0, ctr_at(target) - greatest(0, own_rate - 1.2816 * rate_deviation)) as value_high,
    3 as effort_class,
    -- That they change places more often than chance would have it.
    active_days - flip_count as posterior_alpha,
    flip_count + 1 as posterior_beta,
    1 - {usual_flips:Float64} as posterior_threshold,
    {fix:Float64} as probability_fix,
    page_count as pages,
    round(effective_pages, 2) as effective_page_count,
    round(100 * flips) as flip_percent,
    active_days as days_active,
    round(together, 2) as seen_together,
    round(best_place, 1) as best_position,
    round(target, 1) as target_position,
    round(seen_impressions * to_month) as impressions_month,
    round(query_clicks * to_month) as clicks_month,
    round(gain) as more_clicks,
    tupleElement(in_order[1], 1) as keep,
    tupleElement(in_order[1], 2) as keep_title,
    tupleElement(in_order[1], 5) > 0 as keeps_conversions,
    arrayMap(
        one -> map(
            'url', tupleElement(one, 1),
            'title', tupleElement(one, 2),
            'share', toString(round(100 * tupleElement(one, 4))),
            -- A page that lives on this query goes; one that has others stays and leaves it alone.
            'goes', if(tupleElement(one, 3) >= {goes_share:Float64}, 'yes', '')),
        arraySlice(in_order, 2, {shown_pages:UInt64})) as others
from found
order by gain desc, query
limit {max_insights:UInt64}
