-- continues: common.sql
-- uses: gsc_pages_current, pages_current, reads
with
    -- Each step adds a few columns: a column used by others of the same step would be computed again for each
    -- of them.
    window_days as (
        select cast((groupArray(span), groupArray(days_of_span)), 'Map(Int64, UInt64)') as days_of_spans, min(first_day) as first_read
        from (
            select span_of(day) as span, uniqExact(day) as days_of_span, min(day) as first_day
            from reads
            where report = 'gsc_pages' and day <= {gsc_to:Date}
            group by span
        )
    ),
    gone as (
        select page as gone_page
        from pages_current
        where (coalesce(status_code, 200) != 200 or not coalesce(indexable, true))
    ),
    -- One row per page and window with impressions: its clicks by week, and how they vary beside what all
    -- pages do in these weeks, as a shock or missing days are no variation of its own.
    page_spans as (
        select
            *,
            sumForEach(clicks_of_weeks) over (partition by span) as weeks_of_all,
            arrayMap(of_all -> span_clicks * of_all / arraySum(weeks_of_all), weeks_of_all) as due_of_weeks,
            arraySum((clicks, due) -> if(due > 0, pow(clicks - due, 2) / due, 0), clicks_of_weeks, due_of_weeks) as variation,
            -- Beyond chance, clicks vary in proportion to their size (negative binomial): what a page of
            -- thousands varies by would bury one of fifty. 2.366: median of chi-squared, 3 degrees.
            (variation / 2.366 - 1) / (span_clicks / 4) as proportion
        from (
            select
                cityHash64(page) as page_key,
                toInt64(span_of(day)) as span,
                any(page) as seen_page,
                toInt64(sum(clicks)) as span_clicks,
                min(day) as seen_first,
                max(day) as seen_last,
                [sumIf(clicks, week_of(day) = 0), sumIf(clicks, week_of(day) = 1), sumIf(clicks, week_of(day) = 2), sumIf(clicks, week_of(day) = 3)] as clicks_of_weeks
            from gsc_pages_current
            where day <= {gsc_to:Date}
              and clicks <= impressions -- else the day is told wrong: one such day makes a month that the page never had
            group by page_key, span
            having seen_page not in {home_pages:Array(String)}
        )
    ),
    -- One row per page: its clicks in each window that is known, and how much they vary. A page with fewer
    -- clicks is below its usual every week.
    histories as (
        select
            p,
            known_since,
            days_of_spans,
            first_read,
            this_month,
            -- What a page varies by once it is no news: the days on which it was new say nothing of what it
            -- does now, nor of what others do.
            arrayMap(one -> one.2, arrayFilter(
                one -> known_since <= first_read + 7 or {gsc_to:Date} - known_since >= 28 * one.1 + 27 + {min_age_then:UInt16},
                proportions_of_spans)) as proportions,
            if(length(splitByChar('/', path(p))) > 2, splitByChar('/', path(p))[2], '') as section,
            -- Controls are as old as the comparison and still there: pages that came or went would look like
            -- a trend. One seen often and then no more is gone, whether a crawl knows it or not.
            known_since <= greatest({gsc_to:Date} - 391, first_read + 7) and p not in (select gone_page from gone) as is_old,
            is_old and (known_until > {gsc_to:Date} - 7 or most_clicks < {min_clicks_of_weeks:Int64}) as is_control,
            mapFilter((span, _) -> days_of_spans[span] >= {min_days:UInt16}, mapFromArrays(spans, clicks_of_spans)) as own
        from (
            select
                any(seen_page) as p,
                min(seen_first) as known_since,
                max(seen_last) as known_until,
                max(span_clicks) as most_clicks,
                groupArray(span) as spans,
                groupArray(span_clicks) as clicks_of_spans,
                groupArrayIf((span, proportion), span_clicks >= {min_clicks_of_weeks:Int64}) as proportions_of_spans,
                anyIf(clicks_of_weeks, span = 0 and span_clicks >= {min_clicks_of_weeks:Int64}) as this_month
            from page_spans
            group by page_key
        ) as pages_seen
        cross join window_days
    ),
    -- Whether it went along with its section over the year: one that fell or rose by far for itself says
    -- nothing of how the others went.
    along as (
        select
            *,
            sumMapIf(own, is_control) over (partition by section) as of_all,
            own[0] * of_all[13] / (own[13] * of_all[0]) as beside_section,
            is_control and (
                own[13] < {min_clicks:Int64} or not isFinite(beside_section)
                or beside_section between 1 / {most_beside:Float64} and {most_beside:Float64}) as is_typical
        from histories
    ),
    -- With those of all pages of its section, and of the site. A page may vary more than others, such as one
    -- that is seen in bursts: in most of its windows, not only in the one in which it fell.
    surrounded as (
        select
            *,
            sumMapIf(own, is_typical) over (partition by section) as of_section,
            sumMapIf(own, is_typical) over () as of_site,
            sumMapIf(own, is_old) over (partition by section) as of_whole_section,
            ifNotFinite(quantileExactArray(0.5)(proportions) over (), 0) as usual_variation,
            if(length(proportions) >= {min_windows:UInt16}, arraySort(proportions)[intDiv(length(proportions) + 1, 2)], 0) as own_variation
        from along
    ),
    -- What each page is compared with: itself a year ago where it was old enough then, else the second best
    -- of its windows.
    aged as (
        select
            *,
            own[0] as clicks_now,
            days_of_spans[13] >= {min_days:UInt16}
                and known_since <= greatest({gsc_to:Date} - 364 - {min_age_then:UInt16}, first_read + 7) as is_yearly,
            arrayMap(
                one -> one.1,
                arrayReverseSort(one -> (one.2, -one.1), arrayFilter(one -> one.1 > 0, arrayZip(mapKeys(own), mapValues(own))))) as best_first
        from surrounded
        where known_since <= {gsc_to:Date} - {min_age:UInt16} and (is_yearly or length(own) >= {min_windows:UInt16})
    ),
    compared as (
        select *, own[ref_span] as clicks_then
        from (
            select *, if(is_yearly, 13, best_first[least(2, length(best_first))]) as ref_span
            from aged
        )
        where clicks_then >= {min_clicks:Int64}
    ),
    -- How pages like it went meanwhile, without itself: its section, else the site, else nothing is known of
    -- it. Against a window of the same year that also tells its season, so without it nobody can say.
    controlled as (
        select
            *,
            multiIf(
                control = 'section', section_now / section_then,
                control = 'site', site_now / site_then,
                days_of_spans[0] / days_of_spans[ref_span]) as trend,
            -- Of the difference of two windows of four independent weeks, in that of chance alone.
            1 + greatest(0, usual_variation, own_variation) * trend * clicks_then / 2 / (1 + trend) as varies
        from (
            select
                *,
                of_section[ref_span] - if(is_typical, clicks_then, 0) as section_then,
                of_section[0] - if(is_typical, clicks_now, 0) as section_now,
                of_site[ref_span] - if(is_typical, clicks_then, 0) as site_then,
                of_site[0] - if(is_typical, clicks_now, 0) as site_now,
                -- Where next to nothing is left of a section, its pages come and go, or went elsewhere: none
                -- of them can be said to fall.
                of_whole_section[ref_span] - if(is_old, clicks_then, 0) >= {min_control:Int64}
                    and of_whole_section[0] - if(is_old, clicks_now, 0) <= {gone_share:Float64} * (of_whole_section[ref_span] - if(is_old, clicks_then, 0)) as is_section_gone,
                multiIf(section_then >= {min_control:Int64}, 'section', site_then >= {min_control:Int64}, 'site', '') as control
            from compared
        )
        where (is_yearly or control != '') and not is_section_gone
    ),
    tested as (
        select
            *,
            count() over () as pages_tested,
            -- How much pages' own trends differ from that of pages like them, beyond chance: by the half of
            -- them in the middle, where there are enough.
            if(
                pages_tested >= {min_apart:UInt64},
                least({most_apart:Float64}, sqrt(greatest(0, pow((quantileExact(0.75)(apart) over () - quantileExact(0.25)(apart) over ()) / 1.349, 2) - quantileExact(0.5)(apart_by_chance) over ()))),
                {usual_apart:Float64}) as trends_apart
        from (
            select
                p,
                ref_span,
                clicks_now,
                clicks_then,
                trend,
                varies,
                control,
                section,
                is_yearly,
                this_month,
                trend * clicks_then as usual_clicks,
                log((clicks_now + 0.375) / (usual_clicks + 0.375)) as apart,
                varies * (1 + trend) / usual_clicks as apart_by_chance,
                2 * (sqrt(clicks_now + 0.375) - sqrt(trend * (clicks_then + 0.375))) / sqrt(varies * (1 + trend)) as deviation
            from controlled
            where trend > 0
        )
    )
-- One row: a page below its usual clicks, with what it is measured against. judge.go decides which of them
-- decay.
select
    p as targets,
    toInt64(ref_span) as target_spans,
    toInt64(clicks_now) as target_clicks,
    toInt64(clicks_then) as target_clicks_then,
    trend as target_trends,
    varies as target_variations,
    trends_apart as target_trends_apart,
    control as target_controls,
    section as target_sections,
    toUInt32(is_yearly) as target_yearly,
    deviation as target_deviations,
    4 - arrayCount(clicks -> clicks >= usual_clicks / 4, this_month) as target_low_weeks,
    p in (select gone_page from gone) as target_is_gone,
    pages_tested as target_tests
from tested
where deviation < 0
order by targets
