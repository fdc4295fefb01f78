-- continues: common.sql
-- uses: is_for_visitors, percent_of, template_of
with
    -- What an advice saves, in seconds; '' where that is next to nothing.
    (milliseconds) -> if(milliseconds >= {least_saved:UInt32}, toString(round(milliseconds / 1000, 1)), '') as saves_of,
    -- With the visits of the page on the device, or where Analytics does not say, its clicks from search, the
    -- same on each device.
    visited as (
        select
            *,
            sum(visits_of_device) over (partition by tested) as visits_of_page,
            visits_of_page > 0 as is_counted,
            if(is_counted, visits_of_device, clicks_of_page / count() over (partition by tested)) as n,
            if(is_counted, visits_of_page, clicks_of_page) as page_n,
            if(is_counted, {month_days:Float64} / {ga4_pages_days:Float64}, {month_days:Float64} / {gsc_pages_days:Float64}) as to_month,
            if(is_counted, 'Google Analytics', 'Search Console') as counted_by,
            if(is_counted and is_unpriced and rate_where_made > 0, 1, 0) as tells_worth,
            -- Of a visit, beside one of those that bring the site's conversions: one value of a conversion.
            if(tells_worth, rate_of_page / rate_where_made, 1) as worth_of_visit
        from tests
        left join made on made.landing_page = tested
        left join visits on visits.landing = tested and visits.visit_device = tested_device
        left join clicks on clicks.landing = tested
    ),
    -- What waiting costs of what a page brings, by device: the larger of showing and reacting, never both.
    (value, limit, exponent) -> greatest(0, pow(greatest(value, limit) / limit, exponent) - 1) as cost_of,
    waited as (
        select
            *,
            -- Site-wide figures tell of a page if clearly beyond the limit, or if a simulated visit was poor
            -- too: else it may be fast. That visit alone (slow phone and network) tells if it is poor.
            if(measured = 'url', {noticeable:Float64}, {clearly:Float64}) as bar,
            lcp > multiIf(measured = 'lab', {poor_lcp:Float64}, lab_seconds > {poor_lcp:Float64}, {noticeable:Float64} * {good_lcp:Float64}, bar * {good_lcp:Float64}) as is_slow,
            inp > bar * {good_inp:Float64} as is_janky,
            shift > multiIf(measured = 'lab', {poor_cls:Float64}, lab_shift > {poor_cls:Float64}, {noticeable:Float64} * {good_cls:Float64}, bar * {good_cls:Float64}) as is_moving,
            least({most:Float64}, greatest(cost_of(lcp, {good_lcp:Float64}, {lcp_low:Float64}), cost_of(inp, {good_inp:Float64}, {inp_low:Float64}))) as cost_low,
            least({most:Float64}, greatest(cost_of(lcp, {good_lcp:Float64}, {lcp_mid:Float64}), cost_of(inp, {good_inp:Float64}, {inp_mid:Float64}))) as cost_mid,
            least({most_high:Float64}, greatest(cost_of(lcp, {good_lcp:Float64}, {lcp_high:Float64}), cost_of(inp, {good_inp:Float64}, {inp_high:Float64}))) as cost_high
        from visited
        where page_n >= {least_visits:Float64} and not is_for_visitors(tested)
    ),
    -- One row per page that is slow on a device, as the device on which that costs most, or which moves most.
    pages_tested as (
        select
            tested,
            template_of(tested) as own_folder,
            max(is_slow or is_janky or is_moving) as is_found,
            max(is_slow or is_janky) as is_valued,
            any(page_n * to_month) as visits_of_month,
            sumIf(n * to_month, is_slow or is_janky or is_moving) as visits_slow,
            countIf(is_slow or is_janky or is_moving) as devices_slow,
            any(worth_of_visit) as worth,
            any(if(tells_worth, rate_of_page, 0)) as rate_told,
            any(if(tells_worth, rate_where_made, 0)) as rate_of_site,
            sum(n * to_month * cost_low) as lost_low,
            sum(n * to_month * cost_mid) as lost_mid,
            sum(n * to_month * cost_high) as lost_high,
            argMax(
                (tested_device, measured, lcp, inp, shift, first_byte, lab_seconds, points, titles, savings, last_test, counted_by, resources_named),
                (if(is_slow or is_janky, n * cost_mid, 0), is_slow or is_janky or is_moving, shift, tested_device)) as worst
        from waited
        group by tested
    ),
    -- Pages that are slow for the same first reason are one task: those of a folder, or of the whole site.
    -- Where that is not most of a folder, its most frequent reason on one device is.
    alike as (
        select
            *,
            own_folder = '/*' as is_at_root,
            if(is_valued, 'slow', 'moving') as text_of_page,
            is_found and text_of_page = 'slow' as waits,
            if(empty(worst.9), '', worst.9[1]) as reason,
            countIf(waits) over (partition by own_folder, reason) as folder_slow_alike,
            count() over (partition by own_folder) as folder_tested,
            waits and folder_slow_alike >= {template_pages:UInt64} and folder_slow_alike >= {template_share:Float64} * folder_tested as is_of_template,
            countIf(waits) over (partition by own_folder, reason, worst.1) as folder_slow_on_device,
            concat(leftPad(toString(folder_slow_on_device), 9, '0'), worst.1, reason) as kind_in_folder,
            count() over () as site_tested,
            countIf(waits) over () as site_slow,
            countIf(waits and worst.2 = 'origin') over () as site_slow_by_origin,
            countIf(waits) over (partition by reason) as site_slow_alike
        from pages_tested
    ),
    placed as (
        select
            *,
            maxIf(kind_in_folder, waits) over (partition by own_folder) as kind_of_folder,
            max(is_of_template) over (partition by own_folder) as has_template,
            multiIf(
                not waits, '',
                -- What is measured is then the site, not the page.
                worst.2 = 'origin' and site_slow_by_origin >= {origin_pages:UInt64}, '/*',
                site_slow >= {site_pages:UInt64} and site_slow_alike >= {site_pages:UInt64} and site_slow_alike >= {template_share:Float64} * site_tested, '/*',
                not is_at_root and if(has_template, is_of_template, folder_slow_on_device >= {template_pages:UInt64} and kind_in_folder = kind_of_folder), own_folder,
                '') as template_of_page
        from alike
    ),
    found as (
        select
            text_of_page,
            template_of_page,
            if(template_of_page = '', tested, '') as page_of_one,
            count() as page_count,
            sum(visits_of_month) as visits_in_all,
            sum(visits_slow) as visits_waiting,
            max(devices_slow) > 1 as is_slow_on_both,
            sum(lost_low) as low,
            sum(lost_mid) as mid,
            sum(lost_high) as high,
            (sum(lost_low * worth), sum(lost_mid * worth), sum(lost_high * worth), sum(visits_of_month * worth)) as worths,
            sum(visits_slow * rate_told) as conversions_slow,
            max(rate_of_site) as site_rate,
            argMax(worst, (lost_mid, tested)) as shown,
            argMax(tested, (lost_mid, tested)) as slowest_page,
            groupArray(tested) as pages_of_it,
            groupArray(worst) as worst_of_all,
            avg(multiIf(worst.2 = 'url', 1, worst.2 = 'origin', {real_origin:Float64}, {real_lab:Float64})) as real,
            arraySlice(arrayReverseSort(groupArray((lost_mid, tested, worst))), 1, {shown_rows:UInt64}) as dearest
        from (
            -- Of a folder of which most goes with the whole site, what is left are pages.
            select
                * except template_of_page,
                if(count() over (partition by text_of_page, template_of_page) < {template_pages:UInt64}, '', template_of_page) as template_of_page
            from placed
            where is_found
        )
        group by text_of_page, template_of_page, page_of_one
    )
-- One row: a page, or pages of one template, that people wait for.
select
    text_of_page as text,
    if(template_of_page = '', 'page', 'template') as entity_type,
    page_of_one as page,
    template_of_page as template,
    replaceRegexpOne(template_of_page, '/[*]$', '') as section,
    slowest_page as value_page,
    'clicks' as value_unit,
    if(text = 'slow', worths.1, null) as value_low,
    if(text = 'slow', worths.2, null) as value_mid,
    if(text = 'slow', worths.3, null) as value_high,
    if(shown.5 > {poor_cls:Float64}, 'high', 'medium') as severity,
    -- What moving costs is not known; no more than waiting may.
    {most:Float64} * worths.4 as value_most,
    4 as effort_class,
    real as probability_real,
    {fix:Float64} as probability_fix,
    page_count as affected_pages,
    slowest_page as slowest,
    arraySlice(pages_of_it, 1, 1000) as slow_pages,
    round(conversions_slow) as conversions_month,
    if(conversions_month >= 1 and site_rate > 0, round(1 / site_rate), 0) as visits_each,
    '' as landing_too, 0 as conversion_worth, '' as worth_currency, -- by package insights
    shown.1 as device,
    shown.2 as measured_by,
    round(visits_waiting) as visits_month,
    if(shown.3 > 0, round(shown.3 / 1000, 2), null) as lcp_seconds,
    if(shown.4 > 0, round(shown.4), null) as inp_ms,
    round(shown.5, 2) as cls,
    if(shown.6 > 0, round(shown.6), null) as ttfb_ms,
    if(shown.7 > 0, round(shown.7 / 1000, 1), null) as lab_lcp_seconds,
    toFloat64(shown.8) as performance_score,
    toString(shown.11) as tested_on,
    is_slow_on_both,
    if(device = 'mobile', 'desktop', 'mobile') as other_device,
    percent_of(mid / visits_month, 1) as loss_percent,
    if(text = 'slow' and mid >= {least_told:Float64} * visits_month, concat(percent_of(mid / visits_month, 0), '% (',
        if(percent_of(low / visits_month, 0) = percent_of(mid / visits_month, 0), 'up', concat(percent_of(low / visits_month, 0), '%')),
        ' to ', percent_of(high / visits_month, 0), '%)'), '') as loss,
    concat('Visits come from ', shown.12) as coverage,
    shown.3 > {noticeable:Float64} * {good_lcp:Float64} as is_late,
    shown.6 > {slow_server:Float64} as slow_server,
    shown.4 > {noticeable:Float64} * {good_inp:Float64} as is_janky,
    shown.5 > {noticeable:Float64} * {good_cls:Float64} as is_moving,
    if(page_count > 1, 'up to ', '') as up_to,
    arrayFilter(one -> one.1 = shown.1 and one.2 = shown.2, worst_of_all) as measured_alike,
    arrayMax(one -> one.3, measured_alike) as most_lcp,
    arrayMax(one -> one.4, measured_alike) as most_inp,
    if(is_late or not is_janky, concat('LCP ', up_to, toString(round(most_lcp / 1000, 1)), ' s'), concat('INP ', up_to, toString(round(most_inp)), ' ms')) as figure,
    if(is_late or not is_janky, concat('LCP is ', toString(round(shown.3 / 1000, 1)), ' s'), concat('INP is ', toString(inp_ms), ' ms')) as figure_is,
    if(is_late or not is_janky, '2.5 s', '200 ms') as good_figure,
    if(page_count > 1, arrayMap(one -> one.2, arraySlice(dearest, 1, {named_pages:UInt64})), []) as pages_named,
    -- What to look at on each page: what PageSpeed names, else that it names nothing.
    arrayFlatten(arrayMap(
        one -> arrayMap(
            (title, saved, files) -> map(
                'page', one.2, 'device', one.3.1, 'title', title,
                'lcp', if(one.3.3 > 0, toString(round(one.3.3 / 1000, 2)), ''), 'inp', if(one.3.4 > 0, toString(round(one.3.4)), ''), 'cls', toString(round(one.3.5, 2)),
                'saves', saves_of(saved), 'files', files),
            if(empty(one.3.9), [''], one.3.9), if(empty(one.3.9), [0], arrayMap(saved -> toInt64(saved), one.3.10)),
            if(empty(one.3.9), [''], arrayResize(one.3.13, length(one.3.9)))),
        dearest)) as checks,
    -- Steps are five at most, and the last one says how to check.
    4 - greatest(1, toUInt8(ifNull(slow_server, 0)) + toUInt8(ifNull(is_janky, 0)) + toUInt8(ifNull(is_moving, 0))) as advised,
    arrayMap(
        (title, saved, files) -> map(
            'title', title,
            'saves', saves_of(saved),
            'files', files,
            'about', multiIf(
                match(title, '(?i)image|largest contentful'), 'images',
                match(title, '(?i)render.blocking'), 'blocking',
                match(title, '(?i)javascript|main.thread|third.part|script'), 'scripts',
                match(title, '(?i)css'), 'styles',
                match(title, '(?i)server|latency|redirect|document request'), 'server',
                match(title, '(?i)cache'), 'cache',
                match(title, '(?i)font'), 'fonts',
                '')),
        arraySlice(shown.9, 1, advised), arraySlice(shown.10, 1, advised), arraySlice(arrayResize(shown.13, length(shown.9)), 1, advised)) as advice,
    -- What the savings leave of the LCP, both as shown, where that is not good yet; '' else.
    arraySum(arrayMap(saved -> round(toInt64(saved), -2), arrayFilter(saved -> saved >= {least_saved:UInt32}, arraySlice(shown.10, 1, advised)))) as saved_named,
    if(is_late and saved_named > 0 and (round(shown.3, -2) - saved_named as left_rounded) > {good_lcp:Float64}, toString(left_rounded / 1000), '') as left_seconds
from found
order by value_mid desc, visits_month desc, page, template
limit {max_insights:UInt64}
