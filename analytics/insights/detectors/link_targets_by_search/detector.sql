-- uses: ctr_at, gsc_pages_current, gsc_query_pages_current, is_brand, is_made_address, is_stop_word, links_current
-- uses: page_rankings_current, page_ranks_current, pages_current, words_of
with
    -- Whether the address of a page has all words of a query.
    words -> arrayMap(word -> replaceRegexpOne(word, '(e?s|e)$', ''), words_of(words)) as stems_of,
    (address, query) -> hasAll(stems_of(decodeURLComponent(path(address))), stems_of(query)) as is_named_by,
    found as (
        select
            tupleElement(one, 1) as p,
            cityHash64(p) as key_of_target,
            tupleElement(one, 2) as main_query,
            tupleElement(one, 3) * {month_days:Float64} / {gsc_query_pages_days:Float64} as impressions_of_month,
            tupleElement(one, 4) as place,
            tupleElement(one, 5) as potential_place,
            tupleElement(one, 6) as rank_place,
            tupleElement(one, 7) as links_in_texts,
            tupleElement(one, 8) as median_links
        from (
            select arrayJoin(arrayZip(
                {targets:Array(String)}, {target_queries:Array(String)}, {target_impressions:Array(Float64)}, {target_places:Array(Float64)},
                {target_potentials:Array(Float64)}, {target_percentiles:Array(Float64)}, {target_links:Array(Int64)}, {target_medians:Array(Int64)})) as one
        )
    ),
    -- What targets appear for. Clicks beyond impressions are none.
    queries_of_targets as (
        select
            query as q,
            page as target_page,
            sum(impressions) as target_impressions,
            is_brand(any(query)) as names_brand,
            sum(least(clicks, impressions)) as seen_clicks,
            sumIf(position * impressions, position >= 1) / sumIf(impressions, position >= 1) as place_of_query,
            sumIf(impressions * ctr_at(position), position >= 1) / sumIf(impressions, position >= 1) as usual_rate,
            -- The usual rate counts like that many impressions beside the query's own.
            target_impressions * (seen_clicks + {prior_weight:Float64} * usual_rate) / (target_impressions + {prior_weight:Float64}) as clicks_of_query
        from gsc_query_pages_current
        where day between {gsc_from:Date} and {gsc_to:Date}
          and page in {targets:Array(String)}
        group by q, target_page
        having target_impressions > 0
    ),
    clicks_of_pages as (
        select page as clicked_page, sum(clicks) as clicks_of_page
        from gsc_pages_current
        where day between {gsc_from:Date} and {gsc_to:Date}
          and page in {targets:Array(String)}
        group by page
    ),
    -- What stands higher is clicked more often by as much as others there are; searches whose query Google
    -- hides gain like those it shows.
    gains as (
        select
            target_page,
            sumIf(clicks_of_query, is_counted) as counted_clicks,
            sumIf(clicks_of_query * (ctr_at(place_of_query - {places_won:Float64}) / ctr_at(place_of_query) - 1), is_counted) as gain_shown,
            sumIf(clicks_of_query * (ctr_at(place_of_query - {places_low:Float64}) / ctr_at(place_of_query) - 1), is_counted) as least_gain_shown,
            sumIf(clicks_of_query * (ctr_at(place_of_query - {places_high:Float64}) / ctr_at(place_of_query) - 1), is_counted) as most_gain_shown,
            countIf(is_counted) as counted_queries,
            greatest(0, toFloat64(any(clicks_of_page)) - toFloat64(sum(seen_clicks))) as hidden_clicks,
            {month_days:Float64} / {gsc_query_pages_days:Float64} * (1 + if(counted_clicks > 0, hidden_clicks / counted_clicks, 0)) as monthly,
            monthly * gain_shown as gain,
            monthly * least_gain_shown as least_gain,
            monthly * most_gain_shown as most_gain
        from (select *, not names_brand and place_of_query >= 1 as is_counted from queries_of_targets) as counted
        left join clicks_of_pages on clicked_page = target_page
        group by target_page
    ),
    other_pages as (
        select query as shared_query, page as source_page, sum(impressions) as source_impressions
        from gsc_query_pages_current
        where day between {gsc_from:Date} and {gsc_to:Date}
          and query in (select q from queries_of_targets where not names_brand)
        group by shared_query, source_page
    ),
    -- The page that each query shows most: a link with it anywhere else would compete.
    best_pages as (
        select shared_query, argMax(source_page, (source_impressions, source_page)) as best_page
        from other_pages
        group by shared_query
    ),
    ranks as (
        select page_key, rank, percentile
        from page_ranks_current
    ),
    linked_already as (
        select source_page as linking_page, destination_page as linked_page
        from links_current
        where destination_page in {targets:Array(String)}
    ),
    -- One row per target and page to link from, with the query that both are seen for most.
    sources as (
        select
            target_page,
            source_page,
            argMax(q, target_impressions) as anchor,
            sum(target_impressions) as shared_impressions,
            any(rank) as rank_of_source,
            any(percentile) as percentile_of_source
        from other_pages
        inner join queries_of_targets on queries_of_targets.q = other_pages.shared_query
        inner join best_pages on best_pages.shared_query = other_pages.shared_query
        inner join ranks on ranks.page_key = cityHash64(other_pages.source_page)
        where source_page != target_page
          and best_page = target_page
          and source_impressions >= {source_impressions:UInt64}
          and not is_made_address(source_page)
          and not names_brand
          -- A page whose address is about the query should rank for it, not send people on.
          and not (is_named_by(source_page, q) and not is_named_by(target_page, q))
          -- A query that the target hardly shows for is none to link to it with.
          and place_of_query <= {max_position:Float64}
          and target_impressions >= {anchor_share:Float64} * arrayElement({target_impressions:Array(Float64)}, indexOf({targets:Array(String)}, target_page))
          and (source_page, target_page) not in (select linking_page, linked_page from linked_already)
          and percentile >= arrayElement({target_percentiles:Array(Float64)}, indexOf({targets:Array(String)}, target_page))
        group by target_page, source_page
        order by shared_impressions desc, rank_of_source desc, source_page
        limit {sources:UInt64} by target_page
    ),
    titles as (
        select page as titled_page, any(coalesce(title, '')) as title_text
        from pages_current as pages
        where page in (select source_page from other_pages)
        group by page
    ),
    languages as (
        select page as spoken_page, any(lower(coalesce(language, ''))) as language_code
        from pages_current
        where page in {targets:Array(String)}
        group by page
    ),
    sources_of_targets as (
        select
            target_page,
            arrayMap(
                one -> one.2,
                arrayReverseSort(groupArray((shared_impressions, map('source', source_page, 'anchor', anchor, 'title', title_text, 'folder', ''))))) as in_order
        from sources
        left join titles on titles.titled_page = sources.source_page
        group by target_page
    ),
    -- Where no page shares a query: the pages of its folder with the strongest links.
    strongest_of_folders as (
        select
            page as neighbour,
            extract(page, '^(.+/)[^/]+$') as folder_address,
            coalesce(any(title), '') as neighbour_title,
            lowerUTF8(concat(neighbour_title, ' ', coalesce(any(h1), ''), ' ', decodeURLComponent(path(page)))) as neighbour_texts,
            any(rank) as rank_of_neighbour,
            any(percentile) as percentile_of_neighbour
        from pages_current as pages
        inner join ranks on ranks.page_key = cityHash64(pages.page)
        where queryString(page) = ''
          and not is_made_address(page)
          and folder_address in (arrayMap(one -> extract(one, '^(.+/)[^/]+$'), {targets:Array(String)}))
          and length(splitByChar('/', path(page))) > 2
        group by neighbour, folder_address
        order by rank_of_neighbour desc, neighbour
        limit {neighbors:UInt64} by folder_address
    ),
    neighbors_of_targets as (
        select
            p as target_page,
            arrayMap(
                one -> one.2,
                arrayReverseSort(groupArray((rank_of_neighbour, map('source', neighbour, 'anchor', main_query, 'title', neighbour_title, 'folder', trimRight(path(folder_address), '/')))))) as in_folder
        from found
        inner join strongest_of_folders on folder_address = extract(p, '^(.+/)[^/]+$')
        where neighbour != p
          and percentile_of_neighbour >= rank_place
          -- A page of the same folder is related when it is about what the query is about.
          and arrayExists(word -> not is_stop_word(word) and position(neighbour_texts, word) > 0, extractAll(lowerUTF8(main_query), '[\\p{L}\\p{N}]{3,}'))
          and not (is_named_by(neighbour, main_query) and not is_named_by(p, main_query))
          and (neighbour, p) not in (select linking_page, linked_page from linked_already)
        group by target_page
    )
-- One row: a page to link to, with the pages that could link there.
select
    'ranking_page' as text,
    'page' as entity_type,
    found.p as page,
    'ranking_page' as issue,
    'clicks' as value_unit,
    least_gain as value_low,
    gain as value_mid,
    most_gain as value_high,
    1 as effort_class,
    rank_place as link_percentile,
    {real:Float64} as probability_real,
    {fix:Float64} as probability_fix,
    main_query,
    round(place, 1) as position,
    round(impressions_of_month) as impressions_month,
    potential_place as potential_percentile,
    rank_place as page_rank_percentile,
    greatest(1, ceil(100 * rank_place)) as weakest_percent,
    if(links_in_texts < 0, null, links_in_texts) as content_links,
    content_links as content_inlinks,
    median_links as median_content_inlinks,
    -- judge.go leaves those on the subject of the page, and counts them.
    0 as source_pages,
    (
        select any(method)
        from page_rankings_current
    ) as ranked_by,
    round(gain) as more_clicks,
    counted_queries - 1 as more_queries,
    language_code as page_language,
    arrayConcat(in_order, in_folder) as linked_from
from found
inner join gains on gains.target_page = found.p
left join sources_of_targets on sources_of_targets.target_page = found.p
left join neighbors_of_targets on neighbors_of_targets.target_page = found.p
left join languages on languages.spoken_page = found.p
where gain >= {min_gain:Float64}
order by value_mid desc, page
