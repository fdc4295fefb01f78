    window_days as (
        select span_of(of_day) as span, count() as days_of_span
        from (select distinct of_day from reads where of_report = 'gsc_pages' and of_day <= {gsc_to:Date})
        group by span
    ),
    known_spans as (
        select groupArray(span) as spans
        from window_days
        where days_of_span >= {min_days:UInt16}
    ),
    -- One row a page and a window that it was seen in.
    page_spans as (
        select cityHash64(page) as page_key, span_of(day) as span, any(page) as seen_page, sum(clicks) as span_clicks, min(day) as seen_first
        from gsc_pages
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
          and day <= {gsc_to:Date}
          and sync_id in {gsc_pages_sync_ids:Array(UInt64)}
        group by page_key, span
    ),
    -- One row a page: its clicks in each window that is known, and those of all pages of its section, and of the site.
    histories as (
        select
            any(seen_page) as p,
            if(length(splitByChar('/', path(p))) > 2, splitByChar('/', path(p))[2], '') as section,
            min(seen_first) as known_since,
            arraySort(groupArrayIf((toInt64(span), toInt64(span_clicks)), has((select spans from known_spans), span))) as by_span,
            cast((arrayMap(one -> one.1, by_span), arrayMap(one -> one.2, by_span)), 'Map(Int64, Int64)') as own,
            sumMap(own) over (partition by section) as of_section,
            sumMap(own) over () as of_site
        from page_spans
        where seen_page not in {home_pages:Array(String)}
        group by page_key
    ),
    -- What each page is compared with: itself a year ago where it was old enough then, else the second best of its windows.
    compared as (
        select
            p,
            section,
            known_since,
            of_section,
            of_site,
            own[0] as clicks_now,
            known_since <= greatest({gsc_to:Date} - 364 - {min_age_then:UInt16}, (select min(of_day) from reads where of_report = 'gsc_pages') + 7) as is_yearly,
            arrayReverseSort(one -> (one.2, -one.1), arrayFilter(one -> one.1 > 0, arrayZip(mapKeys(own), mapValues(own)))) as best_first,
            if(is_yearly, 13, tupleElement(best_first[least(2, length(best_first))], 1)) as ref_span,
            own[ref_span] as clicks_then
        from histories
        -- Before the days of a year ago are read, also when they turn out empty, nobody can tell decay from the season.
        where has((select spans from known_spans), 13)
          and known_since <= {gsc_to:Date} - {min_age:UInt16} and clicks_then >= {min_clicks:Int64}
    ),
    -- How pages like it went meanwhile, without itself: its section, else the site, else nothing is known of it.
    controlled as (
        select
            *,
            of_section[ref_span] - clicks_then as section_then,
            of_section[0] - clicks_now as section_now,
            of_site[ref_span] - clicks_then as site_then,
            of_site[0] - clicks_now as site_now,
            multiIf(section_then >= {min_control:Int64}, 'section', site_then >= {min_control:Int64}, 'site', '') as control,
            multiIf(
                control = 'section', section_now / section_then,
                control = 'site', site_now / site_then,
                (select any(days_of_span) from window_days where span = 0) / days_of_span) as trend
        from compared
        inner join window_days on window_days.span = compared.ref_span
    ),
    -- One row a page and a window of the last four: its clicks by week. A page with fewer is below its usual every week.
    weeks as (
        select
            page as p,
            span_of(day) as span,
            [sumIf(clicks, week_of(day) = 0), sumIf(clicks, week_of(day) = 1), sumIf(clicks, week_of(day) = 2), sumIf(clicks, week_of(day) = 3)] as clicks_of_weeks
        from gsc_pages
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
          and day > {gsc_to:Date} - 112 and day <= {gsc_to:Date}
          and sync_id in {gsc_pages_sync_ids:Array(UInt64)}
        group by p, span
        having sum(clicks) >= {min_clicks_of_weeks:UInt64}
    ),
    -- How much the clicks of a page vary from week to week anyway, at least as much as chance has them vary; with outliers cut.
    variations as (
        select p as varied_page, (arraySum(clicks -> clicks * clicks, clicks_of_weeks) - pow(arraySum(clicks_of_weeks), 2) / 4) / 3 / (arraySum(clicks_of_weeks) / 4) as variation
        from weeks
    ),
    tested as (
        select
            *,
            trend * clicks_then as usual_clicks,
            1 - clicks_now / usual_clicks as drop,
            (
                select greatest(1, ifNotFinite(arrayAvg(one -> least(one, cap), all_variations), 1))
                from (select groupArray(variation) as all_variations, quantileExact({outliers:Float64})(variation) as cap from variations)
            ) as varies_usually,
            greatest(varies_usually, own_variation) as varies,
            2 * (sqrt(clicks_now + 0.375) - sqrt(trend * (clicks_then + 0.375))) / sqrt(varies * (1 + trend)) as deviation,
            erfc(-deviation / sqrt(2)) / 2 as chance,
            row_number() over (order by chance, p) as place_by_chance,
            count() over () as pages_tested
        from controlled
        left join (
            -- A page that is seen in bursts varies more than others: in most of its windows, not only in the one in which it fell.
            select varied_page, quantileExactLow(0.5)(variation) as own_variation
            from variations
            group by varied_page
            having count() >= 3
        ) as own_variations on own_variations.varied_page = controlled.p
        where trend > 0
    ),
    -- A drop counts when it is below the share of false ones that is allowed among all pages (Benjamini and Hochberg).
    significant as (
        select *
        from (
            select *, maxIf(place_by_chance, chance <= {false_share:Float64} * place_by_chance / pages_tested) over () as places_allowed
            from tested
        )
        where place_by_chance <= places_allowed and drop >= {min_drop:Float64} and deviation <= {max_deviation:Float64}
    ),
    gone as (
        select page as gone_page
        from pages
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and import_id in {imports:Array(UUID)}
          and (coalesce(status_code, 200) != 200 or not coalesce(indexable, true))
    )
-- One row: a page that decays, with what it is measured against.
select
    significant.p as targets,
    toInt64(ref_span) as target_spans,
    toInt64(clicks_now) as target_clicks,
    toInt64(clicks_then) as target_clicks_then,
    trend as target_trends,
    varies as target_variations,
    control as target_controls,
    section as target_sections,
    toUInt32(is_yearly) as target_yearly
from significant
left join (
    select p, clicks_of_weeks
    from weeks
    where span = 0
) as this_month on this_month.p = significant.p
where 4 - arrayCount(clicks -> clicks >= usual_clicks / 4, clicks_of_weeks) >= {min_low_weeks:Int64}
  and significant.p not in (select gone_page from gone)
  and ({page:String} = '' or significant.p = {page:String})
order by usual_clicks - clicks_now desc, targets
limit {max_insights:UInt64}
