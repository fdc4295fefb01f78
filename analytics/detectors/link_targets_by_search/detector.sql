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
            tupleElement(one, 8) as median_links,
            impressions_of_month * (ctr_at(place - {places_won:Float64}) - ctr_at(place)) as gain
        from (
            select arrayJoin(arrayZip(
                {targets:Array(String)}, {target_queries:Array(String)}, {target_impressions:Array(Float64)}, {target_places:Array(Float64)},
                {target_potentials:Array(Float64)}, {target_percentiles:Array(Float64)}, {target_links:Array(Int64)}, {target_medians:Array(Int64)})) as one
        )
    ),
    -- Queries that a target and another page both appear for.
    queries_of_targets as (
        select query as q, page as target_page, sum(impressions) as target_impressions
        from gsc_query_pages
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
          and day between {gsc_from:Date} and {gsc_to:Date}
          and sync_id in {gsc_query_pages_sync_ids:Array(UInt64)}
          and page in {targets:Array(String)}
        group by q, target_page
        having not is_brand(q)
    ),
    other_pages as (
        select distinct query as shared_query, page as source_page
        from gsc_query_pages
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
          and day between {gsc_from:Date} and {gsc_to:Date}
          and sync_id in {gsc_query_pages_sync_ids:Array(UInt64)}
          and query in (select q from queries_of_targets)
    ),
    ranks as (
        select page_key, rank, percentile
        from page_ranks
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and import_id in {imports:Array(UUID)}
          and ranking_id in {rankings:Array(UUID)}
    ),
    linked_already as (
        select source_page as linking_page, destination_page as linked_page
        from links
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and import_id in {links:Array(UUID)}
          and destination_page in {targets:Array(String)}
    ),
    -- One row a target and a page to link from, with the query that both are seen for most.
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
        inner join ranks on ranks.page_key = cityHash64(other_pages.source_page)
        where source_page != target_page
          and (source_page, target_page) not in (select linking_page, linked_page from linked_already)
          and percentile >= arrayElement({target_percentiles:Array(Float64)}, indexOf({targets:Array(String)}, target_page))
        group by target_page, source_page
        order by shared_impressions desc, rank_of_source desc, source_page
        limit {sources:UInt64} by target_page
    ),
    titles as (
        select page as titled_page, any(coalesce(title, '')) as title_text
        from pages
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and import_id in {imports:Array(UUID)}
          and page in (select source_page from other_pages)
        group by page
    ),
    sources_of_targets as (
        select
            target_page,
            arrayMap(
                one -> one.2,
                arrayReverseSort(groupArray((shared_impressions, map('source', source_page, 'anchor', anchor, 'title', title_text))))) as in_order
        from sources
        left join titles on titles.titled_page = sources.source_page
        group by target_page
    )
-- One row: a page to link to, with the pages to link from.
select
    'ranking_page' as text,
    'page' as entity_type,
    found.p as page,
    'ranking_page' as issue,
    'clicks' as value_unit,
    gain / 2 as value_low,
    gain as value_mid,
    gain * 1.5 as value_high,
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
    length(in_order) as source_pages,
    (
        select any(method)
        from page_rankings
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and import_id in {imports:Array(UUID)}
          and ranking_id in {rankings:Array(UUID)}
    ) as ranked_by,
    round(gain) as more_clicks,
    in_order as linked_from
from found
left join sources_of_targets on sources_of_targets.target_page = found.p
where gain >= {min_gain:Float64}
order by value_mid desc, page
