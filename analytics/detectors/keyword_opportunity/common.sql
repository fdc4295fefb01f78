    -- Queries and their pages that are better than they do: within reach of the top of page one, or clicked less than others at the same
    -- position. detector.sql and evidence.sql select from it.
    pairs as (
        select
            query as q,
            page as pair_page,
            sum(least(clicks, impressions)) as pair_clicks,
            sum(impressions) as pair_impressions,
            sum(position * impressions) / pair_impressions as pair_position,
            sum(impressions * ctr_at(position)) as pair_expected
        from gsc_query_pages
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
          and day between {gsc_from:Date} and {gsc_to:Date}
          and position >= 1 and impressions > 0
          and sync_id in (select sync from reads where of_report = 'gsc_query_pages' and of_day between {gsc_from:Date} and {gsc_to:Date})
        group by q, pair_page
    ),
    -- One row a query, with the page that people choose for it: improving any other would compete with it.
    chosen as (
        select
            q,
            argMax((pair_page, pair_clicks, pair_impressions, pair_position, pair_expected), (pair_clicks, pair_impressions, -pair_position)) as best,
            tupleElement(best, 1) as p,
            tupleElement(best, 2) as seen_clicks,
            tupleElement(best, 3) as seen_impressions,
            tupleElement(best, 4) as place,
            -- Above what an AI overview takes where one is shown; see overviews.
            tupleElement(best, 5) / tupleElement(best, 3) as usual_rate
        from pairs
        group by q
        having seen_impressions >= {min_impressions:Float64}
           and place < {max_position:Float64}
           and not is_brand(q)
           and not match(p, '(?i)[?&](page|paged|pg|start|offset)=[0-9]+|/page/[0-9]+$')
    ),
    -- What Semrush knows of a query. An AI overview takes clicks from the results under it, the more the higher they stand.
    known as (
        select
            query as q,
            any(volume) as searches,
            any(difficulty) as difficulty_of_query,
            any(intents) as intents_of_query,
            max(has(serp_features, 'ai_overview')) as has_overview
        from semrush_positions
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
          and day = {semrush_positions_newest:Date}
          and sync_id in (select sync from reads where of_report = 'semrush_positions' and of_day = {semrush_positions_newest:Date})
          and query in (select q from chosen)
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
          and page in (select p from chosen)
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
          and sync_id in (select sync from reads where of_report = 'gsc_query_pages' and of_day between {gsc_from:Date} - 28 and {gsc_from:Date} - 1)
          and (query, page) in (select q, p from chosen)
        group by q, p
    ),
    -- The share that an AI overview leaves of the clicks at a position.
    (is_shown, position_then) -> multiIf(
        not is_shown, 1.,
        position_then <= 3, 1 - {overview_first:Float64} + ({overview_first:Float64} - {overview_third:Float64}) * (position_then - 1) / 2,
        least(1, 1 - {overview_third:Float64} + ({overview_third:Float64} - {overview_tenth:Float64}) * (position_then - 3) / 7)) as left_by_overview,
    (is_shown, position_then) -> ctr_at(position_then) * left_by_overview(is_shown, position_then) as rate_at,
    judged as (
        select
            chosen.q as q,
            chosen.p as p,
            seen_clicks,
            toFloat64(seen_impressions) as impressions_seen,
            place,
            searches,
            difficulty_of_query,
            intents_of_query,
            coalesce(known.has_overview, 0) as overview,
            title_text,
            heading,
            if(place_before >= 1, place_before, null) as earlier_place,
            coalesce(abs(earlier_place - place) <= {steady:Float64}, false) as is_steady,
            {month_days:Float64} / {gsc_query_pages_days:Float64} as to_month,
            impressions_seen * to_month as impressions_of_month,
            usual_rate * left_by_overview(overview, place) as expected_rate,
            (seen_clicks + {prior_weight:Float64} * expected_rate) / (impressions_seen + {prior_weight:Float64}) as own_rate,

            -- Within reach: from page one to the top three, from page two to the middle of page one.
            place >= {min_reach:Float64} and place <= {max_reach:Float64}
                and impressions_seen >= {min_impressions_share:Float64} * {unbranded_impressions:Float64} as is_in_reach,
            if(place <= 10, 3., 8.) as target,
            impressions_of_month * greatest(0, rate_at(overview, greatest(place - 1, target)) - own_rate) as reach_low,
            impressions_of_month * greatest(0, rate_at(overview, target) - own_rate) as reach_mid,
            impressions_of_month * greatest(0, rate_at(overview, target - 1) - own_rate) as reach_high,
            multiIf(place <= 10, {fix_page_one:Float64}, place <= 15, {fix_near:Float64}, {fix_far:Float64}) + if(is_steady, {fix_steady:Float64}, 0) as reach_fix,

            -- Clicked less than it should be: how unlikely so few clicks are by chance.
            place <= 10 and impressions_seen >= {gap_min_impressions:Float64} as is_tested,
            if(is_tested, erfc(sqrt(2) * (sqrt(expected_rate * impressions_seen + 0.375) - sqrt(seen_clicks + 0.375)) / sqrt({dispersion:Float64})) / 2, 1) as chance,
            {prior_weight:Float64} * expected_rate + seen_clicks / {dispersion:Float64} as rate_alpha,
            {prior_weight:Float64} * (1 - expected_rate) + (impressions_seen - seen_clicks) / {dispersion:Float64} as rate_beta,
            rate_alpha / (rate_alpha + rate_beta) as rate_mean,
            sqrt(rate_mean * (1 - rate_mean) / (rate_alpha + rate_beta + 1)) as rate_deviation,
            -- The 10th and 90th percentile of the own rate: 1.2816 deviations to both sides.
            impressions_of_month * greatest(0, {gap_share:Float64} * expected_rate - own_rate - 1.2816 * rate_deviation) as gap_low,
            impressions_of_month * greatest(0, {gap_share:Float64} * expected_rate - own_rate) as gap_mid,
            impressions_of_month * greatest(0, {gap_share:Float64} * expected_rate - greatest(0, own_rate - 1.2816 * rate_deviation)) as gap_high
        from chosen
        left join known on known.q = chosen.q
        left join crawled on crawled.p = chosen.p
        left join before on before.q = chosen.q and before.p = chosen.p
        where crawled.p = '' or may_be_found
    ),
    -- A gap counts when it is below the share of false ones that is allowed among all that are tested (Benjamini and Hochberg).
    ranked as (
        select
            *,
            row_number() over (partition by is_tested order by chance, q) as place_by_chance,
            countIf(is_tested) over () as tested
        from judged
    ),
    found as (
        select
            *,
            is_tested and place_by_chance <= coalesce(maxIf(place_by_chance, is_tested and chance <= {false_share:Float64} * place_by_chance / tested) over (), 0) as has_gap,
            has_gap and gap_mid * {fix_gap:Float64} >= {min_clicks:Float64} as is_gap,
            is_in_reach and reach_mid * reach_fix >= {min_clicks:Float64} as is_reachable,
            is_gap and (not is_reachable or gap_mid * {fix_gap:Float64} >= reach_mid * reach_fix) as is_better_as_gap,
            if(is_better_as_gap, gap_mid * {fix_gap:Float64}, reach_mid * reach_fix) as worth
        from ranked
        where is_tested or is_in_reach
        qualify is_gap or is_reachable
    ),
    -- Other queries of the same page that are within reach too, and other pages that appear for the same query.
    siblings as (
        select q, p, arraySlice(arrayFilter(other -> other != q, others), 1, 3) as other_queries
        from found
        inner join (
            select p, arrayMap(one -> one.2, arrayReverseSort(groupArray((worth, q)))) as others
            from found
            group by p
        ) as by_page using (p)
    ),
    neighbours as (
        select q, arrayMap(one -> one.2, arraySlice(arrayReverseSort(groupArray((pair_impressions, pair_page))), 1, 3)) as showing
        from pairs
        where q in (select q from found)
        group by q
    )
