-- continues: issues.sql, tasks.sql
-- uses: ctr_at, gsc_query_pages_current, is_brand
with
    -- One row per page whose title or description has an issue, with the queries it appears for and the
    -- clicks it would have at the usual rates of its positions. judge.go tests which gaps are significant.
    searched as (
        select
            searched_page,
            groupArray(query_key) as query_keys,
            sumIf(query_clicks, query_place <= {gap_max_position:Float64}) as seen_clicks,
            sumIf(query_impressions, query_place <= {gap_max_position:Float64}) as seen_impressions,
            sumIf(query_expected, query_place <= {gap_max_position:Float64}) as expected_clicks,
            seen_impressions >= {gap_min_impressions:UInt64} as is_tested
        from (
            select
                page as searched_page,
                query as q,
                cityHash64(q) as query_key,
                sum(least(clicks, impressions)) as query_clicks,
                sum(impressions) as query_impressions,
                sum(impressions * ctr_at(position)) as query_expected,
                sum(position * impressions) / query_impressions as query_place
            from gsc_query_pages_current
            where day between {gsc_from:Date} and {gsc_to:Date}
              and position >= 1 and impressions > 0
              and {gsc_query_pages_days:UInt16} >= {min_days:UInt16}
              and page in (
                  select page
                  from technical_issues_current as technical_issues
                  where (endsWith(issue_type, '_title') or endsWith(issue_type, '_description')))
            group by searched_page, q
            having not is_brand(q)
        )
        group by searched_page
    )
-- One row: a task, with its ten pages with most inlinks and those of its pages that are clicked less than
-- expected. judge.go tests these gaps, sizes the task and proposes titles and descriptions.
select
    found.issue_type as text,
    if(task_page = '', 'template', 'page') as entity_type,
    task_template as template,
    task_page as page,
    found.issue_type as issue,
    multiIf(
        found.issue_type = 'broken_page' and (impressions_of_task > 0 or sessions_of_task > 0), 'critical',
        found.issue_type in ('canonical_to_broken_page', 'canonical_to_noindex') and impressions_of_task >= {min_hidden_impressions:UInt64}, 'critical',
        -- Pages that compete for one query with one title.
        found.issue_type = 'duplicate_title' and shares_query, 'high',
        severity_name) as severity,
    -- The share of what search brings that such an issue takes away; 0: unknown.
    multiIf(
        found.issue_type in ('server_error', 'hidden_page'), {share_lost:Float64},
        found.issue_type in ('canonical_to_broken_page', 'canonical_to_noindex') and impressions_of_task >= {min_hidden_impressions:UInt64}, {share_lost:Float64},
        found.issue_type = 'broken_page', {share_lost_when_broken:Float64},
        0) as share_at_risk,
    {month_days:Float64} / if({gsc_pages_days:UInt16} >= {min_days:UInt16}, {gsc_pages_days:Float64}, {ga4_pages_days:Float64}) as to_month,
    {month_days:Float64} / {ga4_pages_days:Float64} as sessions_to_month,
    'clicks' as value_unit,
    -- What people see and did not click on in a month brings half a click, as far as one can tell.
    if(impressions_of_task > 0, greatest(0.5, toFloat64(clicks_of_task)), toFloat64(clicks_of_task)) as clicks_at_risk,
    tested_pages,
    tested_clicks,
    tested_expected,
    short_pages,
    short_clicks,
    short_expected,
    if(impressions_of_task = 0, null, round(to_month * impressions_of_task)) as impressions_month,
    if(clicks_of_task = 0, null, round(to_month * clicks_of_task)) as clicks_month,
    if(sessions_of_task = 0, null, round(sessions_to_month * sessions_of_task)) as sessions_month,
    shares_query,
    -- The share of the site's pages that have fewer links than this page, or than the pages of this template
    -- together.
    multiIf(known_links = 0, null, links > most_links, 1, link_rank) as link_percentile,
    -- What is not known is no more than the part that such a fault can cost of what search and others bring
    -- to these pages, where that is known; to a page that shows nothing half a click.
    if(
        -- What is wrong with the whole site is not bounded by the home page, where it stands.
        not lacks_canonicals and ({gsc_pages_days:UInt16} >= {min_days:UInt16} or {ga4_pages_days:UInt16} >= {min_days:UInt16}),
        most_lost * greatest(to_month * clicks_at_risk, to_month * 0.5 * affected_pages, if(sessions_of_task > 0, sessions_to_month * sessions_of_task, 0)),
        null) as value_most,
    -- One text on most of the pages is a default of the layout, wherever it stands.
    most_shared_pages,
    startsWith(found.issue_type, 'duplicate_') and most_shared_pages >= greatest(toFloat64({min_default_pages:UInt64}), {default_share:Float64} * affected_pages) as is_one_text,
    -- Descriptions that nobody writes by hand: the template of a section can make them.
    task_template not in ('', '/*') and are_many as fits_template,
    -- Whether one change settles most of the pages: of other texts, each has to be written.
    multiIf(
        startsWith(found.issue_type, 'duplicate_'), is_one_text,
        found.issue_type = 'long_description', is_template or fits_template,
        is_of_site(found.issue_type, 0), true,
        found.issue_type = 'linked_redirect', are_many and is_rewrite or is_template,
        lacks_description, are_enough and is_template,
        found.issue_type in ('short_title', 'long_title', 'short_description'), false,
        is_template) as is_one_change,
    multiIf(is_one_change, 1, pages_to_do <= {many_pages:UInt64}, 2, endsWith(found.issue_type, '_title') or endsWith(found.issue_type, '_description'), 3, 2) as effort_class,
    probability_fix,
    affected_pages,
    if(known_links = 0, null, links_said) as links_to_pages,
    seen_in_crawl_of_task as seen_in_crawl,
    pages_with_reach as pages_seen_in_crawl,
    nullIf(shared_texts, 0) as shared_texts,
    if(startsWith(found.issue_type, 'linked_'), much_linked >= {menu_share:Float64} * affected_pages, has_one_cause) as is_template,
    most_lost,
    menu_entries,
    much_linked,
    not is_template and are_few as is_few, -- together only to be read as one
    fails_key_page = 1 as is_key_failure,
    {site_urls:Array(UInt64)}[1] as crawled_urls,
    {site_pages:Array(UInt64)}[1] as crawled_pages,
    shown.2 as shown_keys,
    arrayMap(example -> if(example.1 > affected_pages, 'linked_redirect', found.issue_type), shown) as shown_issue_types,
    shown.3 as shown_links,
    shown.4 as shown_in_menu,
    shown.5 as shown_issues_of_text,
    rewrites >= {one_cause_share:Float64} * affected_pages as is_rewrite,
    rewrites < affected_pages as is_mixed,
    is_rewrite and slashes = rewrites as is_slash,
    chain_ends,
    -- By hand, descriptions are written for the pages that get most of the impressions.
    multiIf(
        not lacks_description or not are_many and not is_one_change or not seen_pages or {crawl_reach:String} != '', '',
        {gsc_pages_days:UInt16} >= {min_days:UInt16}, 'impressions',
        {ga4_pages_days:UInt16} >= {min_days:UInt16}, 'search visits',
        '') as most_seen_by,
    -- Of many descriptions those are written that people see in search, or the most linked ones where that is
    -- unknown: search engines take the others from the page.
    {crawl_reach:String} != '' or {gsc_pages_days:UInt16} >= {min_days:UInt16} or {ga4_pages_days:UInt16} >= {min_days:UInt16} as knows_seen,
    multiIf(
        most_seen_by != '', pages_of_most,
        not are_many or is_one_text or is_one_change and not lacks_description or found.issue_type not in ('missing_description', 'duplicate_description', 'short_description'), affected_pages,
        knows_seen, seen_pages,
        {by_hand:UInt64}) as pages_to_do,
    affected_pages - pages_to_do as pages_to_leave,
    greatest(pages_to_do, 3) - 3 as not_named -- in the steps
from (
    select
        issue_type,
        task_template,
        task_page,
        any(severity) as worst_severity,
        toString(worst_severity) as severity_name,
        any(is_one_cause) as has_one_cause,
        max(is_key_failure) as fails_key_page,
        -- Of texts to paste it is said how many are ready, of broken addresses what they have in common.
        issue_type in ('missing_title', 'duplicate_title', 'short_title', 'long_title', 'repeated_suffix', 'long_description', 'duplicate_description', 'missing_h1', 'broken_page', 'images_without_alt') as is_counted_text,
        count() as affected_pages,
        -- Compared here and not above: there, a comparison with a constant inside an "and" is planned with
        -- all that is below it, wherever its alias is used.
        affected_pages > {many_pages:UInt64} as are_many,
        affected_pages >= {min_default_pages:UInt64} as are_enough,
        affected_pages < {min_pages:UInt64} as are_few,
        issue_type = 'missing_description' as lacks_description,
        issue_type = 'no_canonicals' as lacks_canonicals,
        count(links_to_page) as known_links,
        coalesce(sum(links_to_page), 0) as links,
        coalesce(sum(all_links), 0) as links_said,
        countIf(is_in_menu(links_to_page)) as menu_entries,
        countIf(ifNull(links_to_page, 0) >= {links_of_menu:UInt64}) as much_linked,
        countIf(seen > 0) as seen_pages,
        arrayCumSum(arrayReverseSort(groupArrayIf(toFloat64(seen), issue_type = 'missing_description'))) as seen_so_far,
        arrayFirstIndex(so_far -> so_far >= {most_of_impressions:Float64} * seen_so_far[-1], seen_so_far) as pages_of_most,
        uniqExactIf(text_key, text_key != 0 and startsWith(issue_type, 'duplicate_')) as shared_texts,
        arrayMax(mapValues(sumMap(map(text_key, toUInt64(1))))) as most_shared_pages,
        countIf(is_rewrite) as rewrites,
        countIf(is_slash) as slashes,
        uniqExact(end_key) as chain_ends,
        sum(month_clicks) as clicks_of_task,
        sum(month_impressions) as impressions_of_task,
        sum(month_sessions) as sessions_of_task,
        sum(seen_by_crawl) as seen_in_crawl_of_task,
        count(seen_by_crawl) as pages_with_reach,
        -- Pages whose CTR is tested, and those of them with fewer clicks than expected.
        countIf(owns_gap and is_tested) as tested_pages,
        sumIf(toFloat64(seen_clicks), owns_gap and is_tested) as tested_clicks,
        sumIf(expected_clicks, owns_gap and is_tested) as tested_expected,
        groupArrayIf((page, toFloat64(seen_clicks), expected_clicks), owns_gap and is_tested and seen_clicks < expected_clicks) as short,
        short.1 as short_pages,
        short.2 as short_clicks,
        short.3 as short_expected,
        -- What texts quote, see examples.sql: the head of the section, as it may keep a shared text, then
        -- what people see most, then what most links point to; last the later redirects of chains.
        arrayConcat(
            arraySort(groupArrayIf((place, url_key, ifNull(all_links, 0), toUInt64(is_in_menu(links_to_page)), issues_of_text), place <= greatest({shown_rows:UInt64}, if(is_counted_text, {counted_rows:UInt64}, 0)))),
            arrayMap(hop -> (affected_pages + 1, hop.1, hop.2, hop.3, toUInt64(0)), arraySort(arrayFlatten(groupArrayIf(hops_of_chain, place <= {shown_rows:UInt64}))))) as shown,
        -- One query for two pages with one text.
        sumIf(length(query_keys), is_text) > uniqExactArray(arrayMap(query_key -> cityHash64(text_key, query_key), query_keys)) as shares_query,
        1 as any_site -- asof joins want one equality
    from (
        select
            *,
            endsWith(issue_type, '_title') or endsWith(issue_type, '_description') as is_text,
            -- Of several texts of a page the worst is taken for the cause.
            row_number() over (
                partition by issue_type, task_template, task_page
                order by if(issue_type like 'duplicate_%', is_head_of(page, task_template), 0) desc, seen desc, links_to_page desc nulls last, url) as place,
            is_text and row_number() over (partition by page, is_text order by severity, endsWith(issue_type, '_description'), issue_type) = 1 as owns_gap
        from task_issues
        left join traffic on traffic_page = task_issues.page
        left join searched on searched_page = task_issues.page
    )
    group by issue_type, task_template, task_page
) as found
asof left join (
    -- One row per number of links: the share of pages with fewer.
    select
        1 as any_site,
        assumeNotNull(links_to_page) as links_at_least,
        (sum(count()) over (order by links_at_least) - count()) / sum(count()) over () as link_rank,
        max(links_at_least) over () as most_links
    from crawled
    where is_page and links_to_page is not null
    group by links_at_least
) as link_ranks on link_ranks.any_site = found.any_site and link_ranks.links_at_least >= found.links
inner join (
    -- How often such fixes succeed and the most clicks such an issue costs, from large samples for titles and
    -- descriptions; calibrated: docs/method.md#technical-issues, see the rule's sources.
    select *
    from values(
        'issue_type String, probability_fix Float64, most_lost Float64',
        ('server_error', 0.9, 1), ('broken_page', 0.8, 1), ('canonical_to_broken_page', 0.8, 1), ('canonical_to_noindex', 0.7, 1), ('canonical_to_redirect', 0.7, 0.2), ('canonical_chain', 0.7, 0.05),
        ('missing_title', 0.7, 0.3), ('redirect_chain', 0.6, 0.1), ('redirect_loop', 0.9, 1), ('duplicate_title', 0.5, 0.2), ('long_title', 0.4, 0.09),
        ('missing_description', 0.4, 0.06), ('duplicate_description', 0.4, 0.06), ('missing_h1', 0.4, 0.05), ('short_title', 0.4, 0.09),
        ('long_description', 0.3, 0.03), ('short_description', 0.3, 0.03), ('several_h1', 0.2, 0.02), ('images_without_alt', 0.3, 0.02),
        ('hidden_page', 0.8, 1), ('missing_canonical', 0.7, 0.2), ('linked_redirect', 0.6, 0.03), ('linked_canonicalized', 0.6, 0.03), ('repeated_suffix', 0.4, 0.05),
        ('slash_twins', 0.6, 0.03), ('empty_h1', 0.2, 0.02), ('no_canonicals', 0.5, 0.02), ('missing_return_link', 0.6, 0.05), ('broken_outlinks', 0.5, 0.02)
    )
) as fixes on fixes.issue_type = found.issue_type
order by worst_severity, affected_pages desc, text, template, page
