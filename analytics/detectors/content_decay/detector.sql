    -- One row a page that targets.sql found.
    fallen as (
        select
            tupleElement(one, 1) as p,
            tupleElement(one, 2) as ref_span,
            tupleElement(one, 3) as clicks_now,
            tupleElement(one, 4) as clicks_then,
            tupleElement(one, 5) as trend,
            tupleElement(one, 6) as varies,
            tupleElement(one, 7) as control,
            tupleElement(one, 8) as section,
            tupleElement(one, 9) = 1 as is_yearly,
            trend * clicks_then as usual_clicks,
            1 - clicks_now / usual_clicks as drop
        from (
            select arrayJoin(arrayZip(
                {targets:Array(String)}, {target_spans:Array(Int64)}, {target_clicks:Array(Int64)}, {target_clicks_then:Array(Int64)},
                {target_trends:Array(Float64)}, {target_variations:Array(Float64)}, {target_controls:Array(String)}, {target_sections:Array(String)},
                {target_yearly:Array(UInt32)})) as one
        )
    ),
    -- Where the clicks went, query by query: to those who stand higher now, to results that look better, or nobody searches any more.
    query_spans as (
        select
            fallen.p as p,
            query as q,
            sumIf(clicks, day > {gsc_to:Date} - 28) as query_now,
            sumIf(impressions, day > {gsc_to:Date} - 28) as seen_now,
            sumIf(position * impressions, day > {gsc_to:Date} - 28) / seen_now as place_now,
            sumIf(clicks, span_of(day) = ref_span) as query_then,
            sumIf(impressions, span_of(day) = ref_span) as seen_then,
            sumIf(position * impressions, span_of(day) = ref_span) / seen_then as place_then,
            any(trend) as trend_of_page
        from gsc_query_pages
        inner join fallen on fallen.p = gsc_query_pages.page
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
          and day <= {gsc_to:Date}
          and (day > {gsc_to:Date} - 28 or has({target_spans:Array(Int64)}, span_of(day)))
          and page in {targets:Array(String)}
          and position >= 1 and impressions > 0
          and sync_id in {gsc_query_pages_sync_ids:Array(UInt64)}
        group by p, q
    ),
    losses as (
        select
            p,
            q,
            query_then,
            query_now,
            seen_then,
            seen_now,
            if(seen_now > 0, round(place_now, 1), null) as now_at,
            round(place_then, 1) as then_at,
            trend_of_page * query_then - query_now as lost,
            multiIf(
                seen_now = 0 or place_now >= place_then + {min_places:Float64}, 'rank',
                query_now / seen_now < {snippet_share:Float64} * query_then / seen_then, 'snippet',
                'demand') as cause
        from query_spans
        where query_then > 0 and trend_of_page * query_then > query_now
    )
-- One row: a page that decays, with what can be won back: what it lost to others, not what nobody searches for any more.
select
    if(lost_by_rank >= lost_by_snippet, 'rank', 'snippet') as text,
    'page' as entity_type,
    fallen.p as page,
    'clicks' as value_unit,
    recoverable * to_month * greatest(0, usual_clicks - clicks_now - 1.2816 * spread) as value_low,
    recoverable * to_month * (usual_clicks - clicks_now) as value_mid,
    recoverable * to_month * (usual_clicks - clicks_now + 1.2816 * spread) as value_high,
    3 as effort_class,
    -- That it lost a tenth at least, less where nothing shows how pages like it went.
    (1 - erfc((0.9 * usual_clicks - clicks_now) / spread / sqrt(2)) / 2) * if(control = '', {real_without_control:Float64}, 1) as probability_real,
    {fix:Float64} as probability_fix,
    {month_days:Float64} / {gsc_pages_days:Float64} as to_month,
    sqrt(varies * (clicks_now + trend * trend * clicks_then)) as spread,
    lost_by_rank + lost_by_snippet as lost_to_others,
    if(lost_in_all > 0, lost_to_others / lost_in_all, 1) as recoverable,
    round(clicks_now * to_month) as clicks_month,
    round(usual_clicks * to_month) as usual_clicks_month,
    clicks_then as clicks_reference,
    round(100 * drop) as drop_percent,
    round(100 * (trend - 1)) as control_change_percent,
    multiIf(control = 'section', if(section = '', 'pages at the root of the site', concat('pages under /', section)), control = 'site', 'all pages of the site', 'nothing: too few clicks elsewhere') as compared_with,
    if(is_yearly, 'the same 28 days a year before', concat('the 28 days up to ', toString({gsc_to:Date} - 28 * ref_span))) as reference_window,
    round(100 * lost_by_rank / lost_in_all) as lost_by_rank_percent,
    round(100 * lost_by_snippet / lost_in_all) as lost_by_snippet_percent,
    round(100 * (lost_in_all - lost_to_others) / lost_in_all) as lost_by_demand_percent,
    round(recoverable * to_month * (usual_clicks - clicks_now)) as more_clicks,
    abs(control_change_percent) as control_percent,
    control_change_percent < 0 as control_fell,
    worst_queries
from fallen
left join (
    select
        p,
        sum(lost) as lost_in_all,
        sumIf(lost, cause = 'rank') as lost_by_rank,
        sumIf(lost, cause = 'snippet') as lost_by_snippet,
        arrayMap(
            one -> one.2,
            arraySlice(arrayReverseSort(groupArrayIf((
                lost,
                map(
                    'query', q, 'cause', cause, 'then', toString(query_then), 'now', toString(query_now),
                    'thenAt', toString(then_at), 'nowAt', coalesce(toString(now_at), ''))), cause != 'demand')), 1, {shown_queries:UInt64})) as worst_queries
    from losses
    group by p
) as by_cause on by_cause.p = fallen.p
where value_mid >= {min_gain:Float64}
order by value_mid desc, page
limit {max_insights:UInt64}
