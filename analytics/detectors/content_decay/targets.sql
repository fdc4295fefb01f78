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
    -- One row a page: its clicks by window, and since when it is known.
    page_spans as (
        select page as p, span_of(day) as span, sum(clicks) as span_clicks, min(day) as seen_first
        from gsc_pages
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
          and day <= {gsc_to:Date}
          and sync_id in (select sync from reads where of_report = 'gsc_pages' and of_day <= {gsc_to:Date})
        group by p, span
    ),
    histories as (
        select
            p,
            if(length(splitByChar('/', path(p))) > 2, splitByChar('/', path(p))[2], '') as section,
            min(seen_first) as known_since,
            arraySort(one -> one.1, groupArrayIf((span, toInt64(span_clicks)), has((select spans from known_spans), span))) as spans_of_page,
            toInt64(sumIf(span_clicks, span = 0)) as clicks_now,
            toInt64(sumIf(span_clicks, span = 13)) as clicks_year_ago
        from page_spans
        where p not in {home_pages:Array(String)}
        group by p
    ),
    -- What all pages of a section have in a window, and the whole site as section '*'.
    section_spans as (
        select section_of_span, span_of_section, sum(clicks_of_span) as clicks_of_section
        from (
            select
                arrayJoin([section, '*']) as section_of_span,
                tupleElement(arrayJoin(spans_of_page) as one_span, 1) as span_of_section,
                tupleElement(one_span, 2) as clicks_of_span
            from histories
        )
        group by section_of_span, span_of_section
    ),
    sections as (
        select section_of_span as name, cast((groupArray(span_of_section), groupArray(clicks_of_section)), 'Map(Int64, Int64)') as totals
        from section_spans
        group by section_of_span
    ),
    history_start as (
        select min(of_day) as first_day
        from reads
        where of_report = 'gsc_pages'
    ),
    -- What each page is compared with: itself a year ago where it was old enough then, else the second best of its windows.
    compared as (
        select
            p,
            section,
            clicks_now,
            known_since,
            has((select spans from known_spans), 13)
                and known_since <= greatest({gsc_to:Date} - 364 - {min_age_then:UInt16}, (select first_day from history_start) + 7) as is_yearly,
            arrayReverseSort(one -> (one.2, -one.1), arrayFilter(one -> one.1 > 0, spans_of_page)) as best_first,
            if(is_yearly, 13, tupleElement(best_first[least(2, length(best_first))], 1)) as ref_span,
            if(is_yearly, clicks_year_ago, tupleElement(best_first[least(2, length(best_first))], 2)) as clicks_then
        from histories
        where known_since <= {gsc_to:Date} - {min_age:UInt16}
          and (clicks_year_ago >= {min_clicks:Int64} or arrayExists(one -> one.1 > 0 and one.2 >= {min_clicks:Int64}, spans_of_page))
    ),
    -- How pages like it went meanwhile, without itself: its section, else the site, else nothing is known of it.
    controlled as (
        select
            p,
            section,
            clicks_now,
            clicks_then,
            is_yearly,
            ref_span,
            known_since,
            (select totals from sections where name = '*') as site_totals,
            totals[ref_span] - clicks_then as section_then,
            totals[0] - clicks_now as section_now,
            site_totals[ref_span] - clicks_then as site_then,
            site_totals[0] - clicks_now as site_now,
            multiIf(section_then >= {min_control:Int64}, 'section', site_then >= {min_control:Int64}, 'site', '') as control,
            multiIf(
                control = 'section', section_now / section_then,
                control = 'site', site_now / site_then,
                (select any(days_of_span) from window_days where span = 0) / days_of_span) as trend
        from compared
        inner join sections on sections.name = compared.section
        inner join window_days on window_days.span = compared.ref_span
        where clicks_then >= {min_clicks:Int64}
    ),
    -- How much the clicks of a page vary from week to week anyway, at least as much as chance has them vary; with outliers cut.
    weeks as (
        select page as p, span_of(day) as span, intDiv({gsc_to:Date} - day, 7) as week, sum(clicks) as week_clicks
        from gsc_pages
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
          and day > {gsc_to:Date} - 112 and day <= {gsc_to:Date}
          and sync_id in (select sync from reads where of_report = 'gsc_pages' and of_day > {gsc_to:Date} - 112 and of_day <= {gsc_to:Date})
          and page in (select p from controlled)
        group by p, span, week
    ),
    variations as (
        select (sum(pow(week_clicks, 2)) - pow(sum(week_clicks), 2) / 4) / 3 / (sum(week_clicks) / 4) as variation
        from weeks
        group by p, span
        having sum(week_clicks) >= {min_clicks_of_weeks:UInt64}
    ),
    dispersions as (
        select greatest(1, ifNotFinite(avg(least(variation, (select quantileExact({outliers:Float64})(variation) from variations))), 1)) as dispersion_of_weeks
        from variations
    ),
    tested as (
        select
            *,
            trend * clicks_then as usual_clicks,
            1 - clicks_now / usual_clicks as drop,
            (select any(dispersion_of_weeks) from dispersions) as varies,
            2 * (sqrt(clicks_now + 0.375) - sqrt(trend * (clicks_then + 0.375))) / sqrt(varies * (1 + trend)) as deviation,
            erfc(-deviation / sqrt(2)) / 2 as chance,
            row_number() over (order by chance, p) as place_by_chance,
            count() over () as pages_tested
        from controlled
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
    usual_weeks as (
        select weeks.p as p, count() as weeks_as_usual
        from weeks
        inner join significant on significant.p = weeks.p
        where weeks.span = 0 and week_clicks >= usual_clicks / 4
        group by p
    ),
    gone as (
        select page as gone_page
        from pages
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and import_id in {imports:Array(UUID)}
          and (coalesce(status_code, 200) != 200 or not coalesce(indexable, true))
    )
-- One row: a page that decays, with what it is measured against.
select
    p as targets,
    toInt64(ref_span) as target_spans,
    toInt64(clicks_now) as target_clicks,
    toInt64(clicks_then) as target_clicks_then,
    trend as target_trends,
    varies as target_variations,
    control as target_controls,
    section as target_sections,
    toUInt32(is_yearly) as target_yearly
from significant
where p not in (select p from usual_weeks where weeks_as_usual > 4 - {min_low_weeks:UInt8})
  and p not in (select gone_page from gone)
  and ({page:String} = '' or p = {page:String})
order by usual_clicks - clicks_now desc, targets
limit {max_insights:UInt64}
