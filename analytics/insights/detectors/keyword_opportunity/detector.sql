-- continues: common.sql
-- uses: gsc_query_pages_current, is_brand, pages_current, percent_of, semrush_positions_current
with
    chosen as (
        select q, p, seen_clicks, impressions_seen, impressions_of_month, place, expected_rate, overview, reach = 1 as is_in_reach, gap = 1 as has_gap
        from system.one
        array join
            {targets:Array(String)} as q,
            {target_pages:Array(String)} as p,
            {target_clicks:Array(UInt64)} as seen_clicks,
            {target_impressions:Array(Float64)} as impressions_seen,
            {target_month_impressions:Array(Float64)} as impressions_of_month,
            {target_places:Array(Float64)} as place,
            {target_rates:Array(Float64)} as expected_rate,
            {target_overviews:Array(UInt32)} as overview,
            {target_reaches:Array(UInt32)} as reach,
            {target_gaps:Array(UInt32)} as gap
    ),
    -- What Semrush knows of a query.
    known as (
        select
            query as q,
            any(volume) as searches,
            any(difficulty) as difficulty_of_query,
            any(intents) as intents_of_query
        from semrush_positions_current
        where day = {semrush_positions_newest:Date}
          and query in {targets:Array(String)}
        group by q
    ),
    crawled as (
        select
            page as p,
            coalesce(anyIf(title, title != ''), '') as title_text,
            coalesce(any(description), '') as description_text,
            coalesce(any(h1), '') as heading,
            max(coalesce(status_code, 200) = 200 and coalesce(indexable, true)) as may_be_found
        from pages_current
        where page in {target_pages:Array(String)}
        group by p
    ),
    -- Where the query stood in the window before: what stands still for two can be planned with.
    before as (
        select query as q, page as p, sum(position * impressions) / sum(impressions) as place_before
        from gsc_query_pages_current
        where day between {gsc_from:Date} - 28 and {gsc_from:Date} - 1
          and position >= 1 and impressions > 0
          and query in {targets:Array(String)}
        group by q, p
    ),
    -- Each step adds a few columns: a column used by others of the same step would be computed again for each
    -- of them.
    joined as (
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
            crawled.p != '' as is_crawled,
            title_text,
            description_text,
            heading,
            stems_of(chosen.q) as stems,
            if(place_before >= 1, place_before, null) as earlier_place,
            impressions_of_month,
            (seen_clicks + {prior_weight:Float64} * expected_rate) / (impressions_seen + {prior_weight:Float64}) as own_rate,
            if(place <= 10, 3., 8.) as target,
            {prior_weight:Float64} * expected_rate + seen_clicks / {dispersion:Float64} as rate_alpha,
            {prior_weight:Float64} * (1 - expected_rate) + (impressions_seen - seen_clicks) / {dispersion:Float64} as rate_beta
        from chosen
        left join known on known.q = chosen.q
        left join crawled on crawled.p = chosen.p
        left join before on before.q = chosen.q and before.p = chosen.p
        where crawled.p = '' or may_be_found
    ),
    rated as (
        select
            *,
            coalesce(abs(earlier_place - place) <= {steady:Float64}, false) as is_steady,
            rate_alpha / (rate_alpha + rate_beta) as rate_mean,
            sqrt(rate_mean * (1 - rate_mean) / (rate_alpha + rate_beta + 1)) as rate_deviation,
            -- What is clicked more or less often than others at its place stays so when it moves. Queries
            -- differ by less than most_liked: what is clicked more often than that stands higher for some
            -- people than on average, and has so much less to win.
            own_rate / expected_rate as liked,
            if(liked > {most_liked:Float64}, greatest(1, {most_liked:Float64} * pow({most_liked:Float64} / liked, 3)), liked) as stays_liked,
            impressions_of_month * greatest(0, stays_liked * rate_at(overview, greatest(place - 1, target)) - own_rate) as reach_low,
            impressions_of_month * greatest(0, stays_liked * rate_at(overview, target) - own_rate) as reach_mid,
            impressions_of_month * greatest(0, stays_liked * rate_at(overview, target - 1) - own_rate) as reach_high
        from joined
    ),
    valued as (
        select
            *,
            multiIf(place <= 10, {fix_page_one:Float64}, place <= 15, {fix_near:Float64}, {fix_far:Float64}) + if(is_steady, {fix_steady:Float64}, 0) as reach_fix,
            -- The 10th and 90th percentile of the own rate: 1.2816 deviations to both sides.
            impressions_of_month * greatest(0, {gap_share:Float64} * expected_rate - own_rate - 1.2816 * rate_deviation) as gap_low,
            impressions_of_month * greatest(0, {gap_share:Float64} * expected_rate - own_rate) as gap_mid,
            impressions_of_month * greatest(0, {gap_share:Float64} * expected_rate - greatest(0, own_rate - 1.2816 * rate_deviation)) as gap_high
        from rated
    ),
    judged as (
        select *, if(is_better_as_gap, gap_mid * {fix_gap:Float64}, reach_mid * reach_fix) as worth
        from (
            select
                *,
                has_gap and gap_mid * {fix_gap:Float64} >= {min_clicks:Float64} as is_gap,
                is_in_reach and reach_mid * reach_fix >= {min_clicks:Float64} as is_reachable,
                has_gap and (not is_reachable or gap_mid * {fix_gap:Float64} >= reach_mid * reach_fix) as is_better_as_gap
            from valued
            where has_gap and gap_mid > 0 or is_in_reach and reach_mid > 0
        )
    ),
    -- Queries of a page with the same intent are one task: that of the most valuable one.
    grouped as (
        select *, tupleElement(arrayFirst(main -> asks_the_same(main.3, stems) and main.4 = is_better_as_gap, mains_of_page), 2) as main_query
        from (
            select
                *,
                arrayFold(
                    (mains, one) -> if(arrayExists(main -> asks_the_same(main.3, one.3) and main.4 = one.4, mains), mains, arrayPushBack(mains, one)),
                    queries_of_page, arraySlice(queries_of_page, 1, 0)) as mains_of_page
            from (
                select *, arrayReverseSort(groupArray((worth, q, stems, is_better_as_gap)) over (partition by p)) as queries_of_page
                from judged
            )
        )
    ),
    found as (
        select
            *,
            sum(if(is_better_as_gap, gap_low, reach_low)) over siblings as low_of_all,
            sum(if(is_better_as_gap, gap_mid, reach_mid)) over siblings as mid_of_all,
            sum(if(is_better_as_gap, gap_high, reach_high)) over siblings as high_of_all,
            sum(worth) over siblings as worth_of_all,
            arrayMap(one -> one.2, arrayReverseSort(groupArray((worth, q)) over siblings)) as asked_alike,
            arrayFilter(main -> main != main_query, arrayMap(main -> main.2, mains_of_page)) as other_mains,
            -- A page has one title, so one of its tasks changes it.
            tupleElement(mains_of_page[1], 2) = main_query as owns_title
        from grouped
        window siblings as (partition by p, main_query)
        qualify q = main_query and (is_gap or is_reachable)
    ),
    -- What else each page appears for, too far down to be clicked.
    subjects as (
        select p, arrayMap(one -> one.2, arraySlice(arrayReverseSort(groupArray((
            subject_impressions, map('query', q, 'position', toString(round(subject_place)), 'impressions', toString(round(subject_impressions * {month_days:Float64} / {gsc_query_pages_days:Float64})))))), 1, 12)) as further_down
        from (
            select page as p, query as q, sum(impressions) as subject_impressions, sum(position * impressions) / subject_impressions as subject_place
            from gsc_query_pages_current
            where day between {gsc_from:Date} and {gsc_to:Date}
              and position >= 1 and impressions > 0
              and page in {target_pages:Array(String)}
            group by p, q
            having subject_impressions >= {min_subject_impressions:UInt64} and subject_place > {min_subject_position:Float64} and not is_brand(q)
        )
        group by p
    ),
    -- Other pages that appear for the same query.
    neighbours as (
        select
            q,
            arrayMap(one -> one.2, arraySlice(arrayReverseSort(groupArray((pair_impressions, pair_page))) as pages_of_query, 1, 3)) as showing,
            arrayMap(one -> one.2, arrayFilter(one -> one.1 >= {namesake_share:Float64} * sum(pair_impressions), pages_of_query)) as often_showing
        from (
            select query as q, page as pair_page, sum(impressions) as pair_impressions
            from gsc_query_pages_current
            where day between {gsc_from:Date} and {gsc_to:Date}
              and query in {targets:Array(String)}
            group by q, pair_page
        )
        group by q
    )
-- One row: a query with its page and its larger opportunity, and the queries with the same intent. judge.go
-- adds proposals.
select
    if(is_better_as_gap, 'gap', 'reach') as text,
    'query' as entity_type,
    found.q as query,
    found.p as page,
    'clicks' as value_unit,
    low_of_all as value_low,
    mid_of_all as value_mid,
    high_of_all as value_high,
    if(is_better_as_gap, null, {reach_real:Float64}) as probability_real,
    rate_alpha as posterior_alpha,
    rate_beta as posterior_beta,
    {gap_share:Float64} * expected_rate as posterior_threshold,
    worth_of_all / mid_of_all as probability_fix,
    round(place, 1) as position,
    if(earlier_place is null, null, round(assumeNotNull(earlier_place), 1)) as position_before,
    round(impressions_of_month) as impressions_month,
    round(seen_clicks / impressions_seen * impressions_of_month) as clicks_month,
    round(seen_clicks / impressions_seen, 4) as click_rate,
    round(expected_rate, 4) as expected_click_rate,
    if(is_better_as_gap, null, target) as target_position,
    round(if(is_better_as_gap, gap_mid, reach_mid)) as more_clicks,
    round(mid_of_all) as more_clicks_of_all,
    percent_of(seen_clicks / impressions_seen, 1) as click_percent,
    percent_of(expected_rate, 1) as expected_percent,
    nullIf(searches, 0) as volume,
    difficulty_of_query as difficulty,
    arrayStringConcat(intents_of_query, ', ') as intent,
    arrayStringConcat(arrayFilter(said -> said != '', arrayMap(meant -> transform(toString(meant),
        ['commercial', 'informational', 'navigational', 'transactional'],
        ['compare before they buy', 'want to learn something', 'look for one certain site', 'are ready to buy'], ''), intents_of_query)), ' or ') as searchers,
    overview = 1 as ai_overview,
    arrayFilter(sibling -> sibling != found.q, asked_alike) as siblings,
    arrayStringConcat(siblings, ', ') as same_task,
    is_crawled,
    title_text as page_title,
    description_text as page_description,
    heading as page_heading,
    owns_title,
    asked_alike,
    further_down,
    arraySlice(other_mains, 1, 3) as other_queries,
    showing,
    often_showing
from found
left join neighbours on neighbours.q = found.q
left join subjects on subjects.p = found.p
order by worth_of_all desc, query, page
limit {max_insights:UInt64}
