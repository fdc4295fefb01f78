-- continues: common.sql
-- uses: ctr_at, gsc_query_pages_current, is_brand, is_for_visitors, part_left, semrush_positions_current
with
    -- Queries and pages are told apart by a number each, which is grouped by in a third of the time.
    pairs as (
        select
            cityHash64(query) as query_key,
            any(query) as words,
            any(page) as pair_page,
            sum(least(clicks, impressions)) as pair_clicks,
            sum(impressions) as pair_impressions,
            sum(position * impressions) / pair_impressions as pair_position,
            sum(impressions * ctr_at(position)) as pair_expected,
            -- On days that were cut off, a row may be missing: without one on each, nothing tells its CTR.
            uniqExactIf(day, has({capped_query_page_days:Array(Date)}, day)) = length({capped_query_page_days:Array(Date)}) as is_complete,
            [
                sumIf(impressions, day > {gsc_to:Date} - 7), sumIf(impressions, day > {gsc_to:Date} - 3),
                sumIf(impressions, day > {gsc_to:Date} - 10 and day <= {gsc_to:Date} - 7)] as pair_lately
        from gsc_query_pages_current
        where day between {gsc_from:Date} and {gsc_to:Date}
          and position >= 1 and impressions > 0
        group by query_key, cityHash64(page)
    ),
    -- One row per query, with the page that people choose for it: improving any other would compete with it.
    chosen as (
        select
            q,
            tupleElement(best, 1) as p,
            tupleElement(best, 2) as seen_clicks,
            tupleElement(best, 3) as seen_impressions,
            tupleElement(best, 4) as place,
            -- Above what an AI overview takes where one is shown; see overviews.
            tupleElement(best, 5) / tupleElement(best, 3) as usual_rate,
            tupleElement(best, 6) as lately,
            tupleElement(best, 7) as has_all_days,
            part_left(seen_impressions, {gsc_query_pages_days:Float64}, lately[1], {gsc_query_pages_days_of_week:UInt16}, lately[2], ({gsc_query_pages_days_of_ten:UInt16} = 10) * lately[3]) as still_searched
        from (
            select
                any(words) as q,
                argMax((pair_page, pair_clicks, pair_impressions, pair_position, pair_expected, pair_lately, is_complete), (pair_clicks, pair_impressions, -pair_position)) as best
            from pairs
            group by query_key
            having tupleElement(best, 3) >= {min_impressions:Float64} and tupleElement(best, 4) < {max_position:Float64}
        )
        where not is_brand(q)
          and not match(p, '(?i)[?&](page|paged|pg|start|offset)=[0-9]+|/page/[0-9]+$')
          and not is_for_visitors(p)
    ),
    overviews as (
        select query as q, max(has(serp_features, 'ai_overview')) as has_overview
        from semrush_positions_current
        where day = {semrush_positions_newest:Date}
        group by q
    ),
    examined as (
        select
            chosen.q as q,
            p,
            toUInt64(seen_clicks) as clicks_seen,
            toFloat64(seen_impressions) as impressions_seen,
            place,
            still_searched,
            has_overview as overview,
            usual_rate * left_by_overview(overview, place) as expected_rate,
            expected_rate * impressions_seen as expected_clicks,
            rate_at(overview, if(place <= 10, 3., 8.)) * impressions_seen as clicks_at_target,

            -- Within reach: from page one to the top three, from page two to the middle of page one.
            place >= {min_reach:Float64} and place <= {max_reach:Float64}
                and impressions_seen >= {min_impressions_share:Float64} * {unbranded_impressions:Float64} as is_in_reach,

            -- Enough impressions on page one to test for a CTR gap.
            place <= 10 and impressions_seen >= {gap_min_impressions:Float64} and has_all_days as is_tested,
            is_tested and clicks_seen < expected_clicks as is_below,
            countIf(is_tested) over () as tests
        from chosen
        left join overviews on overviews.q = chosen.q
    )
-- One row: a query and its page that are worth a closer look. judge.go tests those below their expected
-- clicks; of the others, only the most valuable are read.
select
    q as targets,
    p as target_pages,
    clicks_seen as target_clicks,
    impressions_seen as target_impressions,
    round(place, 4) as target_places,
    round(expected_rate, 8) as target_rates,
    impressions_seen * {month_days:Float64} / {gsc_query_pages_days:Float64} * still_searched as target_month_impressions,
    toUInt32(overview) as target_overviews,
    toUInt32(is_in_reach) as target_reaches,
    is_below as target_is_below,
    expected_clicks as target_expected_clicks,
    clicks_at_target as target_clicks_at_target,
    tests as target_tests
from examined
where is_in_reach or is_below
qualify is_below or row_number() over (partition by is_below order by clicks_at_target - clicks_seen desc, targets) <= {max_insights:UInt64}
order by targets
