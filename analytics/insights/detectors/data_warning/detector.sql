-- uses: ga4_pages_current, ga4_totals_current, gads_campaigns_current, gsc_pages_current, gsc_queries_current
-- uses: gsc_query_pages_current, pages_current, percent_of, reads
with
    -- What is wrong with the data, once for each provider or part of the site.
    (days) -> concat(
        arrayStringConcat(arrayMap(one -> replaceOne(formatDateTime(one, '%M %e'), '  ', ' '), arraySlice(arraySort(days), 1, {shown_days:UInt64})), ', '),
        if(length(days) > {shown_days:UInt64}, concat(' and ', toString(length(days) - {shown_days:UInt64}), ' more'), '')) as days_in_words,
    (one) -> replaceOne(formatDateTime(one, '%M %e, %Y'), '  ', ' ') as day_in_words,
    -- Days of the providers' windows that came, with how many of their reports, and whether one was cut. A
    -- report of which no day came is not missed here: its provider has none.
    came as (
        select
            transform(splitByChar('_', report)[1], ['gsc', 'ga4', 'gads'], ['gsc', 'ga4', 'gads'], '') as of_source,
            transform(of_source, ['gsc', 'ga4', 'gads'], [{gsc_to:Date}, {ga4_to:Date}, {gads_to:Date}], toDate(0)) as until,
            day as came_on,
            uniqExact(report) as reports_of_day,
            max(reports_of_day) over (partition by of_source) as reports_of_source,
            max(has(notes, 'truncated')) as is_cut
        from reads
        where report in ('gsc_totals', 'gsc_pages', 'gsc_queries', 'gsc_query_pages', 'ga4_totals', 'ga4_pages', 'gads_campaigns', 'gads_ad_groups', 'gads_search_terms')
          and day > until - 28 and day <= until
        group by of_source, until, came_on
    ),
    by_source as (
        select
            of_source,
            until,
            groupArrayIf(came_on, reports_of_day = reports_of_source) as days_came,
            groupArrayIf(came_on, is_cut) as days_that_were_cut,
            arrayFilter(one -> not has(days_came, one), arrayMap(n -> until - 27 + n, range(28))) as days_that_miss
        from came
        group by of_source, until
    ),
    -- The folders that most of the rows of the newest cut day are of.
    folders_of_cut as (
        select groupArray((prefix, percent_of(rows_of_prefix / rows_in_all, 0))) as largest_folders
        from (
            select
                concat(protocol(page), '://', domain(page), '/', splitByChar('/', path(page))[2], '/') as prefix,
                count() as rows_of_prefix,
                sum(rows_of_prefix) over () as rows_in_all
            from gsc_query_pages_current
            where day in (select arrayMax(days_that_were_cut) from by_source where of_source = 'gsc' and notEmpty(days_that_were_cut))
            group by prefix
            having length(splitByChar('/', prefix)) = 5 and not endsWith(prefix, '//')
            order by rows_of_prefix desc, prefix
            limit {shown_folders:UInt64}
        )
    ),
    -- One row per source that tells money in another currency than it did a while ago.
    moneys as (
        select
            of_source,
            until,
            argMax(money, last_day) as money_of_now,
            argMaxIf((money, last_day), last_day, money != money_of_newest) as before
        from (
            select *, argMax(money, last_day) over (partition by of_source) as money_of_newest
            from (
                select 'ga4' as of_source, {ga4_to:Date} as until, currency as money, max(day) as last_day
                from ga4_totals_current
                where day > {ga4_to:Date} - {money_days:UInt16} and day <= {ga4_to:Date}
                  and revenue != 0 and isFinite(revenue)
                group by money

                union all

                select 'gads' as of_source, {gads_to:Date} as until, currency as money, max(day) as last_day
                from gads_campaigns_current
                where day > {gads_to:Date} - {money_days:UInt16} and day <= {gads_to:Date}
                  and cost > 0
                group by money
            )
        )
        group by of_source, until
        having count() > 1
    ),
    -- One row per part of the site that had clicks and has none: a first folder, or all of it. It is compared
    -- with the better of the four weeks before and the same four weeks a year ago.
    page_clicks as (
        select
            page as address,
            sumIf(clicks, day > {gsc_to:Date} - 28) as now,
            sumIf(clicks, day > {gsc_to:Date} - 56 and day <= {gsc_to:Date} - 28) as month_before,
            sumIf(clicks, day <= {gsc_to:Date} - 364) as year_before
        from gsc_pages_current
        where (day > {gsc_to:Date} - 56 or day > {gsc_to:Date} - 392 and day <= {gsc_to:Date} - 364)
          and day <= {gsc_to:Date}
        group by address
    ),
    crawled as (
        select page as address, coalesce(status_code, 200) between 300 and 399 as sends_on, coalesce(status_code, 200) != 200 or not coalesce(indexable, true) as is_hidden
        from pages_current
    ),
    emptied as (
        select
            arrayJoin(if(length(splitByChar('/', path(address))) > 2, ['', concat('/', splitByChar('/', path(address))[2], '/')], [''])) as folder,
            toInt64(sum(month_before)) as clicks_month_before,
            toInt64(sum(year_before)) as clicks_year_before,
            greatest(clicks_month_before, clicks_year_before) as clicks_then,
            countIf(month_before + year_before > 0) as pages_then,
            countIf(sends_on) as pages_sent_on,
            toInt64(countIf(is_hidden)) as pages_hidden,
            argMax(address, (greatest(month_before, year_before), address)) as best_of_it
        from page_clicks
        left join crawled using (address)
        group by folder
        having sum(now) = 0 and clicks_then >= {min_clicks_then:Int64} and pages_then >= {min_pages_then:UInt64} and pages_sent_on < 0.5 * pages_then
        qualify folder = '' or countIf(folder = '') over () = 0
    ),
    -- Rows of the window that say more clicks than impressions, which cannot be.
    impossible as (
        select
            groupUniqArray(row_day) as impossible_days,
            count() as impossible_rows,
            argMax((row_name, row_day, row_clicks, row_impressions), (row_clicks - row_impressions, row_day, row_name)) as most_impossible,
            sum(row_clicks) as impossible_clicks
        from (
            select day as row_day, page as row_name, toInt64(clicks) as row_clicks, toInt64(impressions) as row_impressions
            from gsc_pages_current
            where day between {gsc_from:Date} and {gsc_to:Date}
              and clicks > impressions

            union all

            select day, query, toInt64(clicks), toInt64(impressions)
            from gsc_queries_current
            where day between {gsc_from:Date} and {gsc_to:Date}
              and clicks > impressions
        )
        having impossible_clicks >= {min_impossible_clicks:Int64}
    ),
    -- Revenue of the window that no page can have brought.
    beyond as (
        select
            groupUniqArray(day) as beyond_days,
            count() as beyond_rows,
            argMax((if(page = '', 'pages that it does not know', page), day, toInt64(least(revenue, 1e15)), toInt64(0)), (revenue, day, page)) as most_beyond,
            argMax(currency, (revenue, day, page)) as money_beyond
        from ga4_pages_current
        where day between {ga4_from:Date} and {ga4_to:Date}
          and revenue > {most_revenue:Float64} and isFinite(revenue)
        having beyond_rows > 0
    ),
    warnings as (
        select 'missing' as kind, of_source, until, days_that_miss as days_of_it, '' as folder, toInt64(0) as clicks_then, toInt64(0) as pages_then, toInt64(0) as pages_hidden, '' as best_of_it, '' as then_said, '' as money_then, '' as money_of_now, toUInt64(0) as rows_of_it, ('', toDate(0), toInt64(0), toInt64(0)) as worst_row
        from by_source
        where length(days_that_miss) >= {min_missing:UInt64} and of_source != ''

        union all

        select 'cut', of_source, until, days_that_were_cut, '', 0, 0, 0, '', '', '', '', 0, ('', toDate(0), toInt64(0), toInt64(0))
        from by_source
        where of_source = 'gsc' and notEmpty(days_that_were_cut)

        union all

        select 'money', of_source, until, [before.2], '', 0, 0, 0, '', '', before.1, money_of_now, 0, ('', toDate(0), toInt64(0), toInt64(0))
        from moneys

        union all

        select
            'gone', 'gsc', {gsc_to:Date}, [], folder, clicks_then, toInt64(pages_then), pages_hidden, best_of_it,
            if(clicks_month_before >= clicks_year_before, 'the 28 days before', 'the same days a year before'), '', '', 0, ('', toDate(0), toInt64(0), toInt64(0))
        from emptied

        union all

        select 'beyond', 'ga4', {ga4_to:Date}, beyond_days, '', 0, 0, 0, '', money_beyond, '', '', beyond_rows, most_beyond
        from beyond

        union all

        select 'impossible', 'gsc', {gsc_to:Date}, impossible_days, '', 0, 0, 0, '', '', '', '', impossible_rows, most_impossible
        from impossible
    )
-- One row: something that is wrong with the data.
select
    kind as text,
    'site' as entity_type,
    concat(kind, '_', of_source) as issue,
    if(folder = '', '', concat(folder, '*')) as template,
    multiIf(kind = 'gone', 'high', kind in ('money', 'beyond') or length(days_of_it) >= {many_missing:UInt64} and kind in ('missing', 'impossible'), 'medium', 'low') as severity,
    if(kind in ('cut', 'gone'), 2, 1) as effort_class,
    1 as probability_real,
    {fix:Float64} as probability_fix,
    of_source as source,
    transform(of_source, ['gsc', 'ga4', 'gads'], ['Search Console', 'Google Analytics', 'Google Ads'], '') as provider,
    if(kind = 'missing', toFloat64(length(days_of_it)), null) as days_missing,
    if(kind = 'cut', toFloat64(length(days_of_it)), null) as days_cut,
    if(kind = 'missing', round(100 * (1 - {lost_trust:Float64} * length(days_of_it) / 28)), null) as trust_percent,
    days_in_words(days_of_it) as days_said,
    day_in_words(until) as last_day_said,
    transform(
        of_source, ['gsc', 'ga4', 'gads'],
        [
            'most often the account that connected it is no longer an owner or full user of the property.',
            'most often the account that connected it lost its role in the property, or other tools used up its daily quota.',
            'most often the manager account was unlinked, or the sign-in was taken back.'
        ], '') as often,
    if(kind = 'cut', arrayMap(one -> map('prefix', one.1, 'share', toString(one.2)), (select largest_folders from folders_of_cut)), []) as folders,
    money_then as money_before,
    money_of_now as money_now,
    if(kind = 'money', days_of_it[1], toDate(0)) as last_before,
    day_in_words(last_before) as before_changed_said,
    day_in_words(last_before + 1) as changed_said,
    if(kind = 'money', toString(last_before + 1), null) as changed_on,
    day_in_words(last_before + 28) as whole_again_said,
    if(kind = 'money', toFloat64(least(28, until - last_before)), null) as days_that_count,
    kind = 'money' and money_of_now != {site_currency:String} as differs_from_site,
    {site_currency:String} as site_money,
    if(folder = '', 'the site', folder) as part,
    if(kind = 'gone', clicks_then, null) as clicks_before,
    if(kind = 'gone', 0, null) as clicks_now,
    if(kind = 'gone', then_said, null) as compared_window,
    if(kind = 'gone', pages_then, null) as affected_pages,
    best_of_it as clicked_most,
    pages_hidden as hidden_pages,
    if(kind = 'impossible', toFloat64(length(days_of_it)), null) as days_impossible,
    if(kind = 'impossible', toFloat64(rows_of_it), null) as rows_impossible,
    if(kind = 'beyond', toFloat64(rows_of_it), null) as rows_beyond_belief,
    then_said as money_beyond_belief,
    worst_row.1 as worst_name,
    day_in_words(worst_row.2) as worst_day,
    worst_row.3 as worst_clicks,
    worst_row.3 as worst_revenue,
    worst_row.4 as worst_impressions
from warnings
order by severity, issue, template
limit {max_insights:UInt64}
