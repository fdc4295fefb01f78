-- uses: gsc_query_pages_current, is_brand, is_made_address, links_current, pages_current, pagespeed_tests_current
-- uses: semrush_competitors_current, semrush_positions_current, words_of
with
    words -> arrayMap(word -> replaceRegexpOne(word, '(e?s|e)$', ''), words_of(words)) as stems_of,
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
            lower(coalesce(any(language), '')) as language_code,
            coalesce(any(second_h1), '') as second_heading,
            max(coalesce(unique_inlinks, inlinks)) as links_to_page,
            max(coalesce(status_code, 200) = 200 and coalesce(indexable, true)) as may_be_found
        from pages_current
        where page in {target_pages:Array(String)}
        group by p
    ),
    -- Pages below this one in the site: a page with several is a category.
    children as (
        select replaceRegexpOne(replaceRegexpOne(cutQueryString(page), '/$', ''), '/[^/]*$', '') as parent, uniqExact(page) as pages_below
        from pages_current
        where coalesce(status_code, 200) = 200 and coalesce(indexable, true)
        group by parent
    ),
    speeds as (
        select page as p, argMax(coalesce(toFloat64(field_lcp_ms), lab_lcp_ms), day) as lcp_of_page
        from pagespeed_tests_current
        where day > {pagespeed_tests_newest:Date} - 28 and day <= {pagespeed_tests_newest:Date}
          and device = 'mobile'
          and page in {target_pages:Array(String)}
        group by p
    ),
    -- Guides of the site whose address or title has all longer words of a query.
    words_of_guides as (
        select page as guide, arrayJoin(arrayDistinct(arrayMap(
            word -> replaceRegexpOne(word, '(e?s|e)$', ''),
            arrayConcat(words_of(coalesce(title, '')), words_of(decodeURLComponent(path(page))))))) as word
        from pages_current
        where match(path(page), {guide_paths:String})
          and coalesce(status_code, 200) = 200 and coalesce(indexable, true)
    ),
    guides as (
        select q, min(guide) as guide_about_it
        from (
            select q, guide
            from (
                select
                    arrayJoin(arrayDistinct({targets:Array(String)})) as q,
                    arrayDistinct(arrayMap(one -> replaceRegexpOne(one, '(e?s|e)$', ''), arrayFilter(one -> length(one) > 3, words_of(q)))) as long_words,
                    arrayJoin(long_words) as word
            ) as wanted
            inner join words_of_guides using (word)
            group by q, guide
            having count() = length(any(long_words))
        )
        group by q
    ),
    -- How far pages of this site moved up within twelve weeks: of the results that could move n positions up,
    -- how many did.
    moves as (
        select
            sumForEach(arrayMap(n -> toUInt64(place_then - n >= 1), range(1, 14))) as could_move,
            sumForEach(arrayMap(n -> toUInt64(place_then - place_now >= n), range(1, 14))) as did_move
        from (
            select
                sumIf(impressions, day < {gsc_from:Date}) as impressions_then,
                sumIf(impressions, day >= {gsc_from:Date}) as impressions_now,
                sumIf(position * impressions, day < {gsc_from:Date}) / impressions_then as place_then,
                sumIf(position * impressions, day >= {gsc_from:Date}) / impressions_now as place_now
            from gsc_query_pages_current
            where (day between {gsc_from:Date} and {gsc_to:Date} or day between {gsc_from:Date} - 84 and {gsc_to:Date} - 84)
              and position >= 1 and impressions > 0
            group by cityHash64(query), cityHash64(page)
            having impressions_then >= {min_impressions:UInt64} and impressions_now >= {min_impressions:UInt64}
               and place_then >= {min_reach:Float64} and place_then <= {max_reach:Float64}
        )
    ),
    -- Where pages of the site stand for the search that most people see each for: guides, and the others.
    starts as (
        select (
            toFloat64(countIf(is_guide)), arrayMap(one -> toFloat64(one), quantilesExactIf(0.25, 0.5, 0.75)(first_place, is_guide)),
            toFloat64(countIf(not is_guide)), arrayMap(one -> toFloat64(one), quantilesExactIf(0.25, 0.5, 0.75)(first_place, not is_guide))) as places_of_pages
        from (
            select any(guide_page) as is_guide, argMax(pair_place, (pair_shown, pair_query)) as first_place
            from (
                select
                    cityHash64(page) as page_key,
                    any(query) as pair_query,
                    any(match(path(page), {guide_paths:String})) as guide_page,
                    sum(impressions) as pair_shown,
                    sum(position * impressions) / pair_shown as pair_place
                from gsc_query_pages_current
                where day between {gsc_from:Date} and {gsc_to:Date}
                  and position >= 1 and impressions > 0
                group by page_key, cityHash64(query)
                having pair_shown >= {min_subject_impressions:UInt64}
            )
            where not is_brand(pair_query)
            group by page_key
        )
    ),
    (select places_of_pages from starts) as start_places,
    -- The query that most people see each page for, and what else it appears for, too far down to be clicked.
    subjects as (
        select
            p,
            argMaxIf(q, (subject_impressions, q), not of_brand) as main_query_of_page,
            maxIf(subject_impressions, not of_brand) as main_impressions,
            arrayMap(one -> one.2, arraySlice(arrayReverseSort(groupArrayIf((
                subject_impressions, map('query', q, 'position', toString(round(subject_place)), 'impressions', toString(round(subject_impressions * {month_days:Float64} / {gsc_query_pages_days:Float64})))),
                subject_place > {min_subject_position:Float64} and not of_brand)), 1, 12)) as further_down
        from (
            select page as p, query as q, sum(impressions) as subject_impressions, sum(position * impressions) / subject_impressions as subject_place, is_brand(q) as of_brand
            from gsc_query_pages_current
            where day between {gsc_from:Date} and {gsc_to:Date}
              and position >= 1 and impressions > 0
              and page in {target_pages:Array(String)}
            group by p, q
            having subject_impressions >= {min_subject_impressions:UInt64}
        )
        group by p
    ),
    -- Other pages that appear for the same query.
    neighbors as (
        select
            q,
            arraySlice(arrayReverseSort(groupArray((pair_impressions, pair_page, pair_title))) as pages_of_query, 1, 3) as first_pages,
            first_pages.2 as showing,
            first_pages.3 as showing_titles,
            arrayMap(one -> one.2, arrayFilter(one -> one.1 >= {namesake_share:Float64} * sum(pair_impressions), pages_of_query)) as often_showing
        from (
            select query as q, page as pair_page, sum(impressions) as pair_impressions
            from gsc_query_pages_current
            where day between {gsc_from:Date} and {gsc_to:Date}
              and query in {targets:Array(String)}
            group by q, pair_page
        ) as pairs
        left any join (select page as pair_page, coalesce(title, '') as pair_title from pages_current) as titled using (pair_page)
        group by q
    ),
    -- Lists and guides that name in their address what a page is about, by the last word that its own address
    -- and the query share (the first where nouns come first), and do not link there. No links: nobody knows.
    things as (
        select distinct
            p,
            arrayElement(arrayFilter(word -> has(stems_of(q), word), stems_of(extract(decodeURLComponent(path(p)), '([^/]*)/?$'))), if(match(language_code, '^(fr|es|it|pt|ca|ro)'), 1, -1)) as thing
        from chosen
        left join crawled using (p)
        where thing != '' and (select count() from links_current) > 0
    ),
    about as (
        select p, arrayMap(one -> one.3, arraySlice(arrayReverseSort(groupArray((is_list, links_to_it, map('page', page_about, 'title', title_about)))), 1, 4)) as pages_about_it
        from things
        inner join (
            select
                page as page_about,
                coalesce(title, '') as title_about,
                coalesce(unique_inlinks, inlinks, 0) as links_to_it,
                not match(path(page), {guide_paths:String}) as is_list,
                arrayJoin(arrayDistinct(stems_of(decodeURLComponent(path(page))))) as thing
            from pages_current
            where (match(path(page), {guide_paths:String}) or match(path(page), {category_paths:String}) or replaceRegexpOne(page, '/$', '') in (select parent from children where pages_below >= 3))
              and coalesce(status_code, 200) = 200 and coalesce(indexable, true)
              and queryString(page) = '' and not is_made_address(page)
        ) as pages_of_things using (thing)
        where page_about != p
          and (page_about, p) not in (select source_page, destination_page from links_current where destination_page in {target_pages:Array(String)})
        group by p
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
    language_code as page_language,
    -- A shop has categories; software and practices have products and treatments alone.
    toFloat64((
        select count()
        from pages_current
        where match(path(page), {category_paths:String}) and not match(path(page), {guide_paths:String}) and not match(path(page), '(?i)/(tags?|brands?)(/|$)')
    ) > 0) as has_categories,
    second_heading,
    links_to_page,
    (select median(coalesce(unique_inlinks, inlinks)) from pages_current where coalesce(status_code, 200) = 200 and coalesce(indexable, true)) as usual_links,
    lcp_of_page,
    toFloat64(pages_below) as pages_below,
    guide_about_it,
    (select groupUniqArray(domain) from semrush_competitors_current where day = {semrush_competitors_newest:Date}) as competitors,
    (select could_move from moves) as could_move,
    (select did_move from moves) as did_move,
    start_places.1 as guides_known,
    start_places.2 as places_of_guides,
    start_places.3 as others_known,
    start_places.4 as places_of_others,
    main_query_of_page,
    toFloat64(main_impressions) as main_impressions,
    further_down,
    showing,
    showing_titles,
    often_showing,
    pages_about_it
from chosen
left join known on known.q = chosen.q
left join crawled on crawled.p = chosen.p
left join children on children.parent = replaceRegexpOne(cutQueryString(chosen.p), '/$', '')
left join speeds on speeds.p = chosen.p
left join guides on guides.q = chosen.q
left join neighbors on neighbors.q = chosen.q
left join subjects on subjects.p = chosen.p
left join about on about.p = chosen.p
where crawled.p = '' or may_be_found
order by query, page
