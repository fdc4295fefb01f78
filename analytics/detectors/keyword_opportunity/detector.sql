    chosen as (
        select
            tupleElement(one, 1) as q,
            tupleElement(one, 2) as p,
            tupleElement(one, 3) as seen_clicks,
            tupleElement(one, 4) as impressions_seen,
            tupleElement(one, 5) as place,
            tupleElement(one, 6) as expected_rate,
            tupleElement(one, 7) as overview,
            tupleElement(one, 8) = 1 as is_in_reach,
            tupleElement(one, 9) = 1 as has_gap
        from (
            select arrayJoin(arrayZip(
                {targets:Array(String)}, {target_pages:Array(String)}, {target_clicks:Array(UInt64)}, {target_impressions:Array(Float64)},
                {target_places:Array(Float64)}, {target_rates:Array(Float64)}, {target_overviews:Array(UInt32)}, {target_reaches:Array(UInt32)},
                {target_gaps:Array(UInt32)})) as one
        )
    ),
    -- What Semrush knows of a query.
    known as (
        select
            query as q,
            any(volume) as searches,
            any(difficulty) as difficulty_of_query,
            any(intents) as intents_of_query
        from semrush_positions
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
          and day = {semrush_positions_newest:Date}
          and sync_id in {semrush_positions_sync_ids:Array(UInt64)}
          and query in {targets:Array(String)}
        group by q
    ),
    crawled as (
        select
            page as p,
            coalesce(any(title), '') as title_text,
            coalesce(any(h1), '') as heading,
            coalesce(max(indexable), true) as may_be_found
        from pages
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and import_id in {imports:Array(UUID)}
          and page in {target_pages:Array(String)}
          and coalesce(status_code, 200) = 200
        group by p
    ),
    -- Where the query stood in the window before: what stands still for two can be planned with.
    before as (
        select query as q, page as p, sum(position * impressions) / sum(impressions) as place_before
        from gsc_query_pages
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
          and day between {gsc_from:Date} - 28 and {gsc_from:Date} - 1
          and position >= 1 and impressions > 0
          and sync_id in {gsc_query_pages_sync_ids:Array(UInt64)}
          and query in {targets:Array(String)}
        group by q, p
    ),
    judged as (
        select
            chosen.q as q,
            chosen.p as p,
            seen_clicks,
            impressions_seen,
            place,
            expected_rate,
            overview,
            is_in_reach,
            has_gap,
            searches,
            difficulty_of_query,
            intents_of_query,
            title_text,
            heading,
            if(place_before >= 1, place_before, null) as earlier_place,
            coalesce(abs(earlier_place - place) <= {steady:Float64}, false) as is_steady,
            impressions_seen * {month_days:Float64} / {gsc_query_pages_days:Float64} as impressions_of_month,
            (seen_clicks + {prior_weight:Float64} * expected_rate) / (impressions_seen + {prior_weight:Float64}) as own_rate,
            if(place <= 10, 3., 8.) as target,
            impressions_of_month * greatest(0, rate_at(overview, greatest(place - 1, target)) - own_rate) as reach_low,
            impressions_of_month * greatest(0, rate_at(overview, target) - own_rate) as reach_mid,
            impressions_of_month * greatest(0, rate_at(overview, target - 1) - own_rate) as reach_high,
            multiIf(place <= 10, {fix_page_one:Float64}, place <= 15, {fix_near:Float64}, {fix_far:Float64}) + if(is_steady, {fix_steady:Float64}, 0) as reach_fix,

            {prior_weight:Float64} * expected_rate + seen_clicks / {dispersion:Float64} as rate_alpha,
            {prior_weight:Float64} * (1 - expected_rate) + (impressions_seen - seen_clicks) / {dispersion:Float64} as rate_beta,
            rate_alpha / (rate_alpha + rate_beta) as rate_mean,
            sqrt(rate_mean * (1 - rate_mean) / (rate_alpha + rate_beta + 1)) as rate_deviation,
            -- The 10th and 90th percentile of the own rate: 1.2816 deviations to both sides.
            impressions_of_month * greatest(0, {gap_share:Float64} * expected_rate - own_rate - 1.2816 * rate_deviation) as gap_low,
            impressions_of_month * greatest(0, {gap_share:Float64} * expected_rate - own_rate) as gap_mid,
            impressions_of_month * greatest(0, {gap_share:Float64} * expected_rate - greatest(0, own_rate - 1.2816 * rate_deviation)) as gap_high,

            has_gap and gap_mid * {fix_gap:Float64} >= {min_clicks:Float64} as is_gap,
            is_in_reach and reach_mid * reach_fix >= {min_clicks:Float64} as is_reachable,
            is_gap and (not is_reachable or gap_mid * {fix_gap:Float64} >= reach_mid * reach_fix) as is_better_as_gap,
            if(is_better_as_gap, gap_mid * {fix_gap:Float64}, reach_mid * reach_fix) as worth
        from chosen
        left join known on known.q = chosen.q
        left join crawled on crawled.p = chosen.p
        left join before on before.q = chosen.q and before.p = chosen.p
        where (crawled.p = '' or may_be_found) and (is_gap or is_reachable)
    ),
    -- With the other queries of the same page that are found too.
    found as (
        select *, arrayMap(one -> one.2, arraySlice(arrayReverseSort(groupArray((worth, q)) over (partition by p)), 1, 4)) as queries_of_page
        from judged
    ),
    -- Other pages that appear for the same query.
    neighbours as (
        select q, arrayMap(one -> one.2, arraySlice(arrayReverseSort(groupArray((pair_impressions, pair_page))), 1, 3)) as showing
        from (
            select query as q, page as pair_page, sum(impressions) as pair_impressions
            from gsc_query_pages
            where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
              and day between {gsc_from:Date} and {gsc_to:Date}
              and sync_id in {gsc_query_pages_sync_ids:Array(UInt64)}
              and query in {targets:Array(String)}
            group by q, pair_page
        )
        group by q
    )
-- One row: a query with its page, as the larger of the two opportunities that it can be.
select
    if(is_better_as_gap, 'gap', 'reach') as text,
    'query' as entity_type,
    found.q as query,
    found.p as page,
    'clicks' as value_unit,
    if(is_better_as_gap, gap_low, reach_low) as value_low,
    if(is_better_as_gap, gap_mid, reach_mid) as value_mid,
    if(is_better_as_gap, gap_high, reach_high) as value_high,
    -- What the title already says has to be said in the page.
    if(is_better_as_gap or lacks_words, 2, 3) as effort_class,
    if(is_better_as_gap, null, {reach_real:Float64}) as probability_real,
    rate_alpha as posterior_alpha,
    rate_beta as posterior_beta,
    {gap_share:Float64} * expected_rate as posterior_threshold,
    if(is_better_as_gap, {fix_gap:Float64}, reach_fix) as probability_fix,
    round(place, 1) as position,
    if(earlier_place is null, null, round(assumeNotNull(earlier_place), 1)) as position_before,
    round(impressions_of_month) as impressions_month,
    round(seen_clicks * {month_days:Float64} / {gsc_query_pages_days:Float64}) as clicks_month,
    round(seen_clicks / impressions_seen, 4) as click_rate,
    round(expected_rate, 4) as expected_click_rate,
    if(is_better_as_gap, null, target) as target_position,
    round(if(is_better_as_gap, gap_mid, reach_mid)) as more_clicks,
    round(100 * seen_clicks / impressions_seen, 1) as click_percent,
    round(100 * expected_rate, 1) as expected_percent,
    nullIf(searches, 0) as volume,
    difficulty_of_query as difficulty,
    arrayStringConcat(intents_of_query, ', ') as intent,
    overview = 1 as ai_overview,
    title_text as page_title,
    heading as page_heading,
    title_text != ''
        and not hasAll(words_of(title_text), arrayFilter(word -> lengthUTF8(word) > 2, words_of(found.q))) as lacks_words,
    concat(upperUTF8(substringUTF8(found.q, 1, 1)), substringUTF8(found.q, 2)) as query_as_title,
    multiIf(
        not lacks_words, '',
        lengthUTF8(title_text) + lengthUTF8(query_as_title) + 2 <= {max_title:UInt64}, concat(query_as_title, ': ', title_text),
        lengthUTF8(query_as_title) <= {max_title:UInt64}, query_as_title,
        '') as proposed_title,
    arraySlice(arrayFilter(other -> other != found.q, queries_of_page), 1, 3) as other_queries,
    arrayFilter(other -> other != found.p, showing) as other_pages
from found
left join neighbours on neighbours.q = found.q
order by worth desc, query, page
limit {max_insights:UInt64}
