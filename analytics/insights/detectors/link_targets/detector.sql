-- One row: a task, with the pages to link to and from.
-- continues: tasks.sql, sources.sql
select
    found_tasks.issue_type as text,
    if(task_key = 0, 'template', 'page') as entity_type,
    found_tasks.task_template as template,
    if(task_key = 0, '', task_page) as page,
    found_tasks.issue_type as issue,
    'medium' as severity,
    -- The share of the site's pages with fewer links than this page, or than the pages of this template
    -- together.
    multiIf(known_ranks = 0, null, task_rank > highest_rank, 1, lower_share) as link_percentile,
    1 as effort_class,
    multiIf(found_tasks.issue_type = 'deep_page', 0.7, uncounted_links > 0, 0.8, 0.95) as probability_real, -- calibrated: docs/method.md#link-targets
    0.4 as probability_fix, -- calibrated: docs/method.md#link-targets
    task_key = 0 as is_template,
    -- Pages of a section with a list of several pages get closer by its pagination.
    is_template and found_tasks.issue_type = 'deep_page' and later_pages > 1 and found_tasks.task_template != '/*' as is_paginated,
    -- Overviews by subject that link to what one page can't list, 0 where it can.
    if(is_template and not is_paginated and affected_pages > {most_listed:UInt64}, toUInt64(ceil(affected_pages / {most_listed:UInt64})), 0) as hubs,
    affected_pages,
    seen_in_crawl_of_task as seen_in_crawl,
    pages_with_reach as pages_seen_in_crawl,
    if(found_tasks.issue_type = 'deep_page', section_pages_of_task, null) as section_pages,
    if(found_tasks.issue_type = 'deep_page', deepest_depth, null) as deepest,
    if(uncounted_links > 0, uncounted_links, null) as uncounted_links,
    multiIf(
        method = 'pagerank', 'PageRank over the links of the inlinks export',
        method = 'link score', 'The crawler''s Link Score; without an inlinks export the links themselves are unknown',
        'The number of inlinks; without an inlinks export the links themselves are unknown') as ranked_by,
    pages_of_site as ranked_pages,
    examples
from (
    select
        issue_type,
        task_template,
        task_key,
        any(section) as task_section,
        count() as affected_pages,
        max(depth) as deepest_depth,
        coalesce(sum(uncounted_inlinks), 0) as uncounted_links,
        count(rank) as known_ranks,
        coalesce(sum(rank), 0) as task_rank,
        sum(seen_of_page) as seen_in_crawl_of_task,
        count(seen_of_page) as pages_with_reach,
        any(pages_of_section) as section_pages_of_task,
        any(later_pages_of_section) as later_pages,
        1 as any_site -- asof joins want one equality
    from (
        select tasks.*, sections.section_pages as pages_of_section, sections.section_later_pages as later_pages_of_section
        from tasks
        left join sections on sections.section_folder = if(task_template = '/*', '', tasks.section)
    )
    group by issue_type, task_template, task_key
) as found_tasks
inner join (
    select
        issue_type,
        task_template,
        task_key,
        any(target_page) as task_page,
        arrayMap(
            example -> example.4,
            arraySort(groupArray((
                -toInt64(coalesce(target_words, 0)),
                target_url,
                place,
                map('url', target_url, 'anchor', anchor, 'source', source_url, 'why', why)
            )))) as examples
    from tasks
    inner join shown on shown_key = page_key
    where task_key != 0 or place = 1
    group by issue_type, task_template, task_key
) as texts using (issue_type, task_template, task_key)
cross join rankings
asof left join (
    -- One row per rank: the share of pages with less.
    select
        1 as any_site,
        assumeNotNull(rank) as rank_at_least,
        (sum(count()) over (order by rank_at_least) - count()) / sum(count()) over () as lower_share,
        max(rank_at_least) over () as highest_rank
    from ranks
    where rank is not null
    group by rank_at_least
) as shares on shares.any_site = found_tasks.any_site and shares.rank_at_least >= found_tasks.task_rank
order by issue desc, affected_pages desc, template, page
