-- Pages that rank within reach and lack links: targets.sql picks them, detector.sql finds pages to link from.
-- uses: ctr_at, gsc_query_pages_current, is_brand, is_for_visitors, is_made_address, page_ranks_current, part_left
with
    -- The query that shows a page most often, without those that name the brand and those that hardly anybody
    -- searches for any more.
    main_queries as (
        select p, argMax((q, pair_impressions, pair_position), pair_impressions) as main
        from (
            select query as q, page as p, sum(impressions) as pair_impressions, sum(position * impressions) / pair_impressions as pair_position,
                part_left(
                    pair_impressions, {gsc_query_pages_days:Float64}, sumIf(impressions, day > {gsc_to:Date} - 7), {gsc_query_pages_days_of_week:UInt16},
                    sumIf(impressions, day > {gsc_to:Date} - 3), ({gsc_query_pages_days_of_ten:UInt16} = 10) * sumIf(impressions, day > {gsc_to:Date} - 10 and day <= {gsc_to:Date} - 7)) as still_searched
            from gsc_query_pages_current
            where day between {gsc_from:Date} and {gsc_to:Date}
              and position >= 1 and impressions > 0
            group by q, p
            -- Of several pages only the one that the query shows most is the one to link to with it.
            qualify row_number() over (partition by q order by pair_impressions desc, pair_position, p) = 1
        )
        where pair_impressions >= {min_impressions:UInt64} and still_searched = 1 and not is_brand(q)
        group by p
    ),
    potentials as (
        select
            cityHash64(p) as key_of_page,
            p,
            tupleElement(main, 1) as main_query,
            toFloat64(tupleElement(main, 2)) as seen_impressions,
            tupleElement(main, 3) as place,
            seen_impressions * greatest(0, ctr_at(3) - ctr_at(place)) as potential
        from main_queries
    ),
    ranks as (
        select page_key, rank, percentile, coalesce(content_inlinks, followed_inlinks) as links_in_texts
        from page_ranks_current
    ),
    -- One row per page of the crawl that may be found, with its place among all of them. What nobody searches
    -- for could bring nothing.
    placed as (
        select
            p,
            main_query,
            seen_impressions,
            place,
            percentile,
            links_in_texts,
            (rank() over (order by potential) - 1) / greatest(1, count() over () - 1) as potential_place,
            quantileExact(0.5)(coalesce(links_in_texts, 0)) over () as median_links
        from ranks
        left join potentials on potentials.key_of_page = ranks.page_key
    )
-- One row: a page whose links are weaker than what it could bring.
select
    p as targets,
    main_query as target_queries,
    seen_impressions as target_impressions,
    round(place, 4) as target_places,
    round(potential_place, 4) as target_potentials,
    round(assumeNotNull(percentile), 4) as target_percentiles,
    toInt64(coalesce(links_in_texts, -1)) as target_links,
    toInt64(median_links) as target_medians
from placed
where p != ''
  and place between {min_position:Float64} and {max_position:Float64}
  and percentile is not null
  and potential_place - percentile >= {min_distance:Float64}
  and percentile <= {max_percentile:Float64} -- what most of the site is linked worse than lacks no links
  and coalesce(links_in_texts, 0) <= median_links
  and not is_made_address(p)
  and not is_for_visitors(p)
order by seen_impressions desc, targets
limit {max_insights:UInt64}
