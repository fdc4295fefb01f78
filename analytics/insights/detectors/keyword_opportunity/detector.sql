-- uses: gsc_query_pages_current, is_brand, pages_current, semrush_positions_current
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
-- One row: a query with its page, what is known of both, and other queries and pages. judge.go values it,
-- joins queries with the same intent and adds proposals.
select
    'query' as entity_type,
    'clicks' as value_unit,
    chosen.q as query,
    chosen.p as page,
    toFloat64(seen_clicks) as clicks_of_window,
    impressions_seen as impressions_of_window,
    impressions_of_month,
    place,
    if(place_before >= 1, place_before, null) as place_before_window,
    expected_rate,
    is_in_reach,
    has_gap,
    nullIf(searches, 0) as volume,
    difficulty_of_query as difficulty,
    arrayMap(meant -> toString(meant), intents_of_query) as intents,
    overview = 1 as ai_overview,
    crawled.p != '' as is_crawled,
    title_text as page_title,
    description_text as page_description,
    heading as page_heading,
    further_down,
    showing,
    often_showing
from chosen
left join known on known.q = chosen.q
left join crawled on crawled.p = chosen.p
left join before on before.q = chosen.q and before.p = chosen.p
left join neighbours on neighbours.q = chosen.q
left join subjects on subjects.p = chosen.p
where crawled.p = '' or may_be_found
order by query, page
