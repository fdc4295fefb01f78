-- One row: a task, with its ten pages with most inlinks.
-- continues: common.sql
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
    -- What search brings to pages that are about to lose it, or did; what titles and descriptions cost only
    -- where it shows. Unknown, not zero, for every other issue.
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
    -- Clicks vary, and nobody knows what part of them is lost: as far from the usual share as that is from
    -- all.
    sqrt({dispersion:Float64} * clicks_at_risk * pow(1.2816 * share_at_risk, 2) + pow((1 - share_at_risk) * clicks_at_risk, 2)) as risk_spread,
    multiIf(
        share_at_risk > 0 and clicks_at_risk > 0, to_month * greatest(0, share_at_risk * clicks_at_risk - risk_spread),
        gap_of_task > 0, to_month * greatest(0, gap_of_task - 1.2816 * gap_deviation_of_task),
        null) as value_low,
    multiIf(share_at_risk > 0 and clicks_at_risk > 0, share_at_risk * to_month * clicks_at_risk, gap_of_task > 0, to_month * gap_of_task, null) as value_mid,
    multiIf(
        share_at_risk > 0 and clicks_at_risk > 0, to_month * (share_at_risk * clicks_at_risk + risk_spread),
        gap_of_task > 0, to_month * (gap_of_task + 1.2816 * gap_deviation_of_task),
        null) as value_high,
    if(gap_of_task > 0, round(to_month * gap_of_task), null) as more_clicks,
    if(gap_of_task > 0, pages_with_gap, null) as gap_pages,
    page_with_most_gap as gap_page,
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
        {gsc_pages_days:UInt16} >= {min_days:UInt16} or {ga4_pages_days:UInt16} >= {min_days:UInt16},
        most_lost * greatest(to_month * clicks_at_risk, to_month * 0.5 * affected_pages, if(sessions_of_task > 0, sessions_to_month * sessions_of_task, 0)),
        null) as value_most,
    if(is_template, 1, 2) as effort_class,
    if(gap_of_task > 0, 1 - {false_share:Float64}, 0.95) as probability_real, -- pages change after a crawl; docs/method.md#technical-issues
    probability_fix,
    affected_pages,
    if(known_links = 0, null, links) as links_to_pages,
    nullIf(shared_texts, 0) as shared_texts,
    if(shared_texts > 0, most_shared_text, '') as most_shared_text,
    is_template,
    {site_urls:Array(UInt64)}[1] as crawled_urls,
    {site_pages:Array(UInt64)}[1] as crawled_pages,
    examples,
    greatest(affected_pages, 5) - 5 as not_named -- in the steps
from (
    select
        issue_type,
        task_template,
        task_page,
        any(severity) as worst_severity,
        toString(worst_severity) as severity_name,
        any(is_one_cause) as is_template,
        count() as affected_pages,
        count(links_to_page) as known_links,
        coalesce(sum(links_to_page), 0) as links,
        uniqExactIf(text_key, text_key != 0) as shared_texts,
        sum(month_clicks) as clicks_of_task,
        sum(month_impressions) as impressions_of_task,
        sum(month_sessions) as sessions_of_task,
        -- A cause that pages share shows on all of them: what is missing on some is set against what is not
        -- on others.
        greatest(0, least(sumIf(gap, owns_gap), sumIf(missing_clicks, owns_gap))) as gap_of_task,
        sqrt(sumIf(gap_deviation * gap_deviation, owns_gap)) as gap_deviation_of_task,
        countIf(owns_gap and gap > 0) as pages_with_gap,
        argMaxIf(page, (gap, page), owns_gap) as page_with_most_gap,
        -- One query for two pages with one text.
        sumIf(length(query_keys), is_text) > uniqExactArray(arrayMap(query_key -> cityHash64(text_key, query_key), query_keys)) as shares_query,
        1 as any_site -- asof joins want one equality
    from (
        select
            *,
            endsWith(issue_type, '_title') or endsWith(issue_type, '_description') as is_text,
            -- Of several texts of a page the worst is taken for the cause.
            is_text and row_number() over (partition by page, is_text order by severity, endsWith(issue_type, '_description'), issue_type) = 1 as owns_gap
        from task_issues
        left join traffic on traffic_page = task_issues.page
        left join searched on searched_page = task_issues.page
    )
    group by issue_type, task_template, task_page
) as found
inner join (
    select
        issue_type,
        task_template,
        task_page,
        leftUTF8(argMax(if(issue_type = 'duplicate_description', description_text, title_text), issues_of_text), 200) as most_shared_text,
        arrayMap(
            example -> example.3,
            arraySort(groupArray((
                (-toInt64(seen), -toInt64(coalesce(links_to_page, 0))),
                shown_url,
                map(
                    'from', concat(if(length(linking) < 2, linking[1], concat(arrayStringConcat(arrayPopBack(linking), ', '), ' and ', linking[-1])), if(notEmpty(linking) and links_to_page > length(linking), ', among others', '')), 'successor', successor,
                    'description', leftUTF8(description_text, 400), 'newDescription', proposed_description,
                    'url', shown_url, 'details', details, 'related', related_url, 'title', leftUTF8(title_text, 200), 'proposal', proposed_title,
                    'heading', leftUTF8(h1_text, 200), 'links', if(coalesce(links_to_page, 0) > 0, toString(assumeNotNull(links_to_page)), '')))))) as examples
    from shown
    group by issue_type, task_template, task_page
) as texts using (issue_type, task_template, task_page)
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
    -- How often such fixes succeed and the maximum share of clicks that such an issue costs, from large
    -- samples for titles and descriptions; calibrated: docs/method.md#technical-issues, see the sources of
    -- the rule.
    select *
    from values(
        'issue_type String, probability_fix Float64, most_lost Float64',
        ('server_error', 0.9, 1), ('broken_page', 0.8, 1), ('canonical_to_broken_page', 0.8, 1), ('canonical_to_noindex', 0.7, 1),
        ('missing_title', 0.7, 0.3), ('redirect_chain', 0.6, 0.1), ('redirect_loop', 0.9, 1), ('duplicate_title', 0.5, 0.2), ('long_title', 0.4, 0.09),
        ('missing_description', 0.4, 0.06), ('duplicate_description', 0.4, 0.06), ('missing_h1', 0.4, 0.05), ('short_title', 0.4, 0.09),
        ('long_description', 0.3, 0.03), ('short_description', 0.3, 0.03), ('several_h1', 0.2, 0.02), ('images_without_alt', 0.3, 0.02),
        ('hidden_page', 0.8, 1), ('missing_canonical', 0.7, 0.2), ('linked_redirect', 0.6, 0.03), ('repeated_suffix', 0.4, 0.05),
        ('missing_return_link', 0.6, 0.05), ('broken_outlinks', 0.5, 0.02)
    )
) as fixes on fixes.issue_type = found.issue_type
order by worst_severity, affected_pages desc, text, template, page
