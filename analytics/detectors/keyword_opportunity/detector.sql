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
    round(seen_clicks * to_month) as clicks_month,
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
    other_queries,
    arrayFilter(other -> other != found.p, showing) as other_pages
from found
left join siblings on siblings.q = found.q
left join neighbours on neighbours.q = found.q
order by worth desc, query, page
limit {max_insights:UInt64}
