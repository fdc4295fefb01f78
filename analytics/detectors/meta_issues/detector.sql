-- One row: one task, with the ten of its pages that most links point to.
select
    found.issue_type as text,
    if(task_page = '', 'template', 'page') as entity_type,
    task_template as template,
    task_page as page,
    found.issue_type as issue,
    if(found.issue_type = 'broken_page' and impressions_of_task > 0, 'critical', severity_name) as severity,
    -- What search brings to pages that are about to lose it, or did: unknown, not zero, for every other issue.
    multiIf(
        clicks_of_task = 0, null,
        found.issue_type in ('server_error', 'hidden_page'), {share_lost:Float64},
        found.issue_type = 'broken_page', {share_lost_when_broken:Float64},
        null) as share_at_risk,
    {month_days:Float64} / {gsc_pages_days:Float64} as to_month,
    'clicks' as value_unit,
    share_at_risk * to_month * greatest(0, clicks_of_task - 1.2816 * sqrt({dispersion:Float64} * clicks_of_task)) as value_low,
    share_at_risk * to_month * clicks_of_task as value_mid,
    share_at_risk * to_month * (clicks_of_task + 1.2816 * sqrt({dispersion:Float64} * clicks_of_task)) as value_high,
    if(impressions_of_task = 0, null, round(to_month * impressions_of_task)) as impressions_month,
    if(impressions_of_task = 0, null, round(to_month * clicks_of_task)) as clicks_month,
    -- The share of the site's pages that have fewer links than this page, or than the pages of this template together.
    multiIf(known_links = 0, null, links > most_links, 1, link_rank) as link_percentile,
    if(is_template, 1, 2) as effort_class,
    0.95 as probability_real, -- (cal) pages change between a crawl and its reading
    probability_fix,
    affected_pages,
    if(known_links = 0, null, links) as links_to_pages,
    shared_texts,
    most_shared_text,
    is_template,
    (select urls from site_size) as crawled_urls,
    (select html_pages from site_size) as crawled_pages,
    examples
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
        1 as any_site -- asof joins want one equality
    from task_issues
    left join traffic on traffic_page = task_issues.page
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
                -toInt64(coalesce(links_to_page, 0)),
                shown_url,
                map(
                    'url', shown_url, 'details', details, 'related', related_url, 'title', leftUTF8(title_text, 200), 'proposal', proposed_title,
                    'heading', leftUTF8(h1_text, 200), 'links', if(coalesce(links_to_page, 0) > 0, toString(assumeNotNull(links_to_page)), '')))))) as examples
    from shown
    group by issue_type, task_template, task_page
) as texts using (issue_type, task_template, task_page)
asof left join (
    -- One row a number of links: the share of pages with fewer.
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
    -- (cal) How often fixing it brings what it is meant to bring.
    select *
    from values(
        'issue_type String, probability_fix Float64',
        ('server_error', 0.9), ('broken_page', 0.8), ('canonical_to_broken_page', 0.8), ('canonical_to_noindex', 0.7),
        ('missing_title', 0.7), ('redirect_chain', 0.6), ('redirect_loop', 0.9), ('duplicate_title', 0.5), ('long_title', 0.4),
        ('missing_description', 0.4), ('duplicate_description', 0.4), ('missing_h1', 0.4), ('short_title', 0.4), ('long_description', 0.3),
        ('short_description', 0.3), ('several_h1', 0.2), ('images_without_alt', 0.3), ('hidden_page', 0.8)
    )
) as fixes on fixes.issue_type = found.issue_type
order by worst_severity, affected_pages desc, text, template, page
