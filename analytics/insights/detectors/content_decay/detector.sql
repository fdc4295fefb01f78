-- continues: common.sql
-- uses: ctr_at, gsc_pages_current, gsc_queries_current, gsc_query_pages_current, pages_current
with
    page_places as (
        select
            cityHash64(page) as page_key,
            toInt64(span_of(day)) as span,
            sum(least(clicks, impressions)) as span_clicks,
            sum(position * impressions) / sum(impressions) as span_place,
            span_clicks / sum(impressions) / ctr_at(span_place) as span_liked
        from gsc_pages_current
        where day <= {gsc_to:Date}
          and (day > {gsc_to:Date} - 28 or has({target_spans:Array(Int64)}, span_of(day)))
          and notEmpty({targets:Array(String)})
          and page not in {home_pages:Array(String)} -- people who look for the site by name find it as before
          and position >= 1 and impressions > 0 and isFinite(position)
        group by page_key, span
    ),
    -- The windows since which the whole site moved down, and by how many places: the median of its pages.
    -- Likewise what they kept of the clicks foretold, as no month tells all places' click rates well.
    shifts as (
        select
            earlier.span as from_span,
            quantileExact(0.5)(latest.span_place - earlier.span_place) as shift,
            quantileExact(0.5)(latest.span_liked / earlier.span_liked) as kept_by_move
        from page_places as earlier
        inner join page_places as latest on latest.page_key = earlier.page_key
        where earlier.span != 0 and latest.span = 0 and earlier.span_clicks >= {min_clicks_of_weeks:Int64}
        group by from_span
        having count() >= {min_shifted:UInt64} and shift >= {min_shift:Float64}
    ),
    -- One row per page that targets.sql found.
    fallen as (
        select
            tupleElement(one, 1) as p,
            tupleElement(one, 2) as ref_span,
            tupleElement(one, 3) as trend
        from (
            select arrayJoin(arrayZip({targets:Array(String)}, {target_spans:Array(Int64)}, {target_trends:Array(Float64)})) as one
        )
    ),
    -- Where the clicks went, query by query: to others who rank higher now, to results that look better, or
    -- nobody searches any more. '' stands for all queries that Google does not tell.
    query_rows as (
        select page as p, part.1 as q, day, part.2 * toInt64(least(clicks, impressions)) as clicked, part.2 * toInt64(impressions) as seen, position * seen as places, ctr_at(position) * seen as due
        from gsc_query_pages_current
        array join [(query, 1), ('', -1)] as part
        where day <= {gsc_to:Date}
          and (day > {gsc_to:Date} - 28 or has({target_spans:Array(Int64)}, span_of(day)))
          and page in {targets:Array(String)}
          and position >= 1 and impressions > 0 and isFinite(position)

        union all

        select page as p, '' as q, day, toInt64(least(clicks, impressions)) as clicked, toInt64(impressions) as seen, position * seen as places, 0 as due
        from gsc_pages_current
        where day <= {gsc_to:Date}
          and (day > {gsc_to:Date} - 28 or has({target_spans:Array(Int64)}, span_of(day)))
          and page in {targets:Array(String)}
          and position >= 1 and impressions > 0 and isFinite(position)
    ),
    query_spans as (
        select
            query_rows.p as p,
            q,
            toFloat64(greatest(0, sumIf(clicked, day > {gsc_to:Date} - 28))) as query_now,
            toFloat64(greatest(0, sumIf(seen, day > {gsc_to:Date} - 28))) as seen_now,
            greatest(1, sumIf(places, day > {gsc_to:Date} - 28) / seen_now) as place_now,
            if(q = '', ctr_at(place_now), sumIf(due, day > {gsc_to:Date} - 28) / seen_now) as rate_now,
            toFloat64(greatest(0, sumIf(clicked, span_of(day) = ref_span))) as query_then,
            toFloat64(sumIf(seen, span_of(day) = ref_span)) as seen_then,
            greatest(1, sumIf(places, span_of(day) = ref_span) / seen_then) as place_then,
            if(q = '', ctr_at(place_then), sumIf(due, span_of(day) = ref_span) / seen_then) as rate_then,
            any(trend) as trend_of_page,
            any(ref_span) as span_then,
            any(shift) as site_shift,
            any(kept_by_move) as site_kept
        from query_rows
        inner join fallen on fallen.p = query_rows.p
        left join shifts on shifts.from_span = fallen.ref_span
        group by p, q
        having seen_then > 0
    ),
    -- What all pages of the site together have of these queries: what another of them got is not lost.
    site_queries as (
        select
            query as q,
            sumMap(map(toInt64(span_of(day)), toInt64(least(clicks, impressions)))) as clicks_of_site,
            sumIf(impressions, day > {gsc_to:Date} - 28) as site_seen,
            sumIf(position * impressions, day > {gsc_to:Date} - 28) / site_seen as site_place
        from gsc_queries_current
        where day <= {gsc_to:Date}
          and (day > {gsc_to:Date} - 28 or has({target_spans:Array(Int64)}, span_of(day)))
          and query in (
              select query
              from gsc_query_pages_current
              where day <= {gsc_to:Date} - 28
                and has({target_spans:Array(Int64)}, span_of(day))
                and page in {targets:Array(String)})
        group by q
    ),
    -- A query's loss in three signed parts, as chance rises offset falls: fewer people saw it (demand), the
    -- usual rate is lower at its place now (rank), and its snippet. Unseen beyond page one is rank, too.
    losses as (
        select
            p,
            query_spans.q as q,
            query_then,
            query_now,
            if(seen_now > 0, round(place_now, 1), null) as now_at,
            round(place_then, 1) as then_at,
            -- Of searches that are seen often enough to tell their position, then and now.
            if(q != '' and seen_then >= {min_seen:Float64} and seen_now >= {min_seen:Float64}, then_at, null) as sure_then_at,
            trend_of_page * query_then as usual_query,
            usual_query - query_now as lost,
            place_then + site_shift + greatest({min_places:Float64}, {min_fall:Float64} * place_then) as fallen_place,
            -- Where another page stands in its place now, all of it was: what that page gets less is not for
            -- this one to win back.
            if(
                seen_now = 0 and site_seen > 0 and site_place < fallen_place,
                greatest(0, lost),
                least(
                    greatest(0, lost),
                    greatest(0, clicks_of_site[0] - query_now - trend_of_page * greatest(0, clicks_of_site[span_then] - query_then)))) as handed_over,
            query_then / seen_then as own_rate,
            query_now / seen_now as own_rate_now,
            rate_then * ctr_at(place_then + site_shift) / ctr_at(place_then) as rate_due,
            multiIf(
                seen_now > 0 and place_now > {first_page:Float64} and place_now >= fallen_place, true,
                seen_now > 0, false,
                trend_of_page * seen_then >= {min_seen:Float64}) as fell_off,
            multiIf(fell_off, lost, seen_now > 0, seen_now * own_rate * (rate_due - rate_now) / rate_then, 0) as by_rank,
            site_shift > 0 and place_now > place_then + site_shift / 2 as moved_along,
            seen_now * own_rate * rate_now / rate_then * if(moved_along, site_kept, 1) as due_here,
            multiIf(
                fell_off or seen_now = 0, 0,
                -- Where it moved with the whole site, only what the click rates by place cannot be off by is
                -- its snippet's, and on page one.
                moved_along, if(place_now <= {first_page:Float64}, greatest(0, {moved_share:Float64} * due_here - query_now), 0),
                due_here - query_now) as by_snippet,
            -- What decides is not what it costs: where the snippet did worse than that, it cost what was due.
            if(moved_along and by_snippet > 0, (1 - {moved_share:Float64}) * due_here, 0) as left_open,
            lost - by_rank - by_snippet as by_demand
        from query_spans
        left join site_queries on site_queries.q = query_spans.q
    ),
    -- Of what no other page got. Queries that Google does not tell went where those went that it tells.
    losses_of_site as (
        select
            p,
            q,
            query_then,
            query_now,
            now_at,
            then_at,
            sure_then_at,
            own_rate,
            own_rate_now,
            lost,
            greatest(0, 1 - if(q = '', handed_of_page / lost_of_queries, handed_over / lost)) as kept_part,
            if(isFinite(kept_part), kept_part, 1) as part_lost,
            part_lost * by_rank as by_rank,
            part_lost * by_snippet as by_snippet,
            part_lost * left_open as left_open,
            moved_along,
            by_demand,
            lost_of_page
        from (
            select
                *,
                sumIf(greatest(0, lost), q != '') over (partition by p) as lost_of_queries,
                sumIf(handed_over, q != '') over (partition by p) as handed_of_page,
                sum(greatest(0, lost)) over (partition by p) as lost_of_page
            from losses
        )
    ),
    split as (
        select
            p,
            sum(lost) as lost_in_all,
            sum(by_rank) as lost_by_rank,
            sum(by_snippet) as lost_by_snippet,
            sum(left_open) as lost_left_open,
            max(moved_along and by_snippet > 0) as is_moved_along,
            sum(by_demand) as lost_by_demand,
            countIf(now_at is not null) = 0 as is_unseen,
            groupArrayIf(assumeNotNull(now_at - sure_then_at), sure_then_at is not null) as falls,
            arrayMap(
                one -> one.2,
                arraySlice(arrayReverseSort(groupArrayIf((
                    by_rank + by_snippet,
                    map(
                        'query', q, 'cause', if(by_rank >= by_snippet, 'rank', 'snippet'), 'then', toString(query_then), 'now', toString(query_now),
                        'thenAt', toString(then_at), 'nowAt', coalesce(toString(now_at), ''), 'rateThen', toString(own_rate), 'rateNow', if(now_at is null, '', toString(own_rate_now)), 'lost', toString(by_rank + by_snippet), 'moved', if(moved_along, 'yes', ''), 'far', if(now_at - then_at >= {far_fall:Float64}, 'yes', ''))), query_then > query_now and by_rank + by_snippet >= greatest(1, {shown_share:Float64} * lost_of_page))), 1, {shown_queries:UInt64})) as worst_queries
        from losses_of_site
        group by p
    ),
    titles as (
        select page as titled_page, any(coalesce(title, '')) as title_text, max(last_modified) as modified_at
        from pages_current
        where page in {targets:Array(String)}
        group by titled_page
    )
-- One row: a page that targets.sql found, with where its clicks went. judge.go sizes what can be won back:
-- clicks lost to others, not to lower demand.
select
    'page' as entity_type,
    'clicks' as value_unit,
    p as page,
    lost_in_all,
    lost_by_rank,
    lost_by_snippet,
    lost_by_demand,
    lost_left_open,
    is_unseen,
    is_moved_along = 1 as moved_along,
    titled_page != '' as is_crawled,
    title_text as page_title,
    toFloat64(if(modified_at is null, 0, {gsc_to:Date} - toDate(modified_at))) as content_age,
    if(modified_at is null, '', formatDateTime(modified_at, '%M %Y')) as modified_month,
    falls,
    worst_queries
from split
left join titles on titled_page = p
order by page
