-- One row: a page that deserves more internal links. With Search Console: one on the way to the top of page
-- one with no more links than most. Else: one that no page links to, or a deep one with weak links.
-- uses: ctr_at, is_brand_of, links_current, newest_page_ranks, page_searches, pages_current, window_reads
with
    ranked as materialized (
        select
            site_id as site,
            page_key as key,
            percentile as strength,
            content_inlinks as links_in_text,
            followed_inlinks as links_followed,
            depth as clicks_away,
            quantileExactOrNull(0.5)(content_inlinks) over (partition by site_id) as usual_links
        from newest_page_ranks
    ),
    crawled as materialized (
        select
            site_id as site,
            cityHash64(page) as key,
            any(page) as address,
            any(coalesce(nullIf(h1, ''), nullIf(title, ''))) as name,
            any(coalesce(word_count, 0)) as words_on_page
        from pages_current
        where coalesce(indexable, true) and coalesce(status_code, 200) = 200
        group by site, key
    ),
    searched as materialized (
        select
            any(site_id) as site,
            any(query) as words,
            any(page_key) as key,
            sum(placed_clicks) as clicked,
            sum(placed) as shown,
            sum(places) / shown as place
        from page_searches
        where placed > 0
        group by cityHash64(site_id, query_key, page_key) -- one number is grouped by in a third of the time
        having shown >= {min_query_impressions:UInt64} and not is_brand_of(site, words)
    ),
    ranking_pages as (
        select
            site,
            key,
            -- How this site's clicks compare with the published rates.
            least(1.5, greatest(0.03, sum(sum(clicked)) over (partition by site) / sum(sum(shown * ctr_at(place))) over (partition by site))) as scale,
            sum(shown) as shown_in_all,
            argMax((words, shown, clicked, place), (shown, words)) as main,
            arrayMap(one -> one.2, arraySlice(arrayReverseSort(groupArray((shown, words))), 1, 5)) as anchors
        from searched
        group by site, key
        qualify shown_in_all >= {min_impressions:UInt64} and main.4 >= {min_position:Float64} and main.4 <= {max_position:Float64}
    ),
    by_search as (
        select
            site,
            key,
            address,
            main.1 as main_query,
            main.4 as place,
            shown_in_all,
            anchors,
            strength,
            -- Clicks a month, for seven tenths of a place; what the query has is drawn to what its place
            -- usually brings.
            main.2 * {month_days:Float64} / ({to:Date} - {from:Date} + 1)
                * (main.3 + 200 * scale * ctr_at(place)) / (main.2 + 200)
                * (ctr_at(greatest(1, place - 0.7)) / ctr_at(place) - 1) as lift
        from ranking_pages
        inner join crawled using (site, key)
        left join ranked using (site, key)
        where (links_in_text is null or links_in_text <= usual_links)
          and (strength is null or strength <= {max_strength:Float64})
    ),
    by_crawl as (
        select site, key, address, name, strength, links_followed = 0 as is_orphan
        from ranked
        inner join crawled using (site, key)
        where site not in (select site_id from window_reads where report = 'gsc_query_pages')
          and words_on_page >= {min_words:UInt64}
          and (links_followed = 0 or clicks_away >= {min_depth:UInt64} and strength <= 0.5)
    ),
    found as (
        select site, key, address, main_query, place, anchors, lift, shown_in_all, strength, multiIf(lift >= {high_lift:Float64}, 3, lift >= {medium_lift:Float64}, 2, 1) as grade
        from by_search

        union all

        select site, key, address, null, null, if(name is null, [], [assumeNotNull(name)]), null, null, strength, if(is_orphan, 3, 2)
        from by_crawl
    ),
    picked as materialized (
        select
            site as site_id,
            key as target_key,
            address as target_page,
            main_query as query,
            place as current_position,
            grade as grade_rank,
            multiIf(grade = 3, 'High', grade = 2, 'Medium', 'Low') as opportunity,
            anchors as suggested_anchors,
            lift as estimated_lift,
            toInt64(shown_in_all) as impressions,
            100 * strength as link_percentile,
            count() over () as total,
            0 as unsorted
        from found
        where {q:String} = '' or positionCaseInsensitiveUTF8(address, {q:String}) > 0 or positionCaseInsensitiveUTF8(coalesce(main_query, ''), {q:String}) > 0
        order by
            {ascending:Identifier} asc nulls last,
            {descending:Identifier} desc nulls last,
            coalesce(estimated_lift, 0) desc,
            grade_rank desc,
            target_page,
            site_id
        limit {limit:UInt32} offset {offset:UInt32}
    ),
    -- Other pages of the crawl that are found with the same queries and do not link there yet.
    sources as (
        select site, target, arrayMap(one -> one.2, arraySlice(arrayReverseSort(groupArray((common, address))), 1, {most_sources:UInt64})) as source_list
        from (
            select searched.site as site, target, searched.key as key, sum(searched.shown) as common
            from searched
            inner join (select site_id as site, target_key as target, arrayJoin(suggested_anchors) as words from picked where query is not null) as wanted using (site, words)
            where key != target
              and (key, target) not in (
                  select cityHash64(source_page), cityHash64(destination_page)
                  from links_current
                  where destination_page in (select target_page from picked)
              )
            group by site, target, key
        ) as of_others
        inner join crawled using (site, key)
        group by site, target
    )
select *, ifNull(source_list, []) as source_pages
from picked
left join sources on site = site_id and target = target_key
order by
    {ascending:Identifier} asc nulls last,
    {descending:Identifier} desc nulls last,
    coalesce(estimated_lift, 0) desc,
    grade_rank desc,
    target_page,
    site_id
settings enable_materialized_cte = 1, join_use_nulls = 1
