-- One row: a page of the insight, by impressions, then by inlinks. judge.go removes the last columns.
-- continues: issues.sql, tasks.sql, shown.sql
with
    -- The issues of the task: the page that heads the section, as it may keep a text that others share, then
    -- those that people see most, then those that most links point to. A scalar is planned once.
    (
        select groupArray((issue_type, url_key, links_to_page, all_links, seen, seen_by_crawl, is_head))
        from (
            select issue_type, url_key, url, links_to_page, all_links, seen, seen_by_crawl, is_head_of(page, task_template) as is_head
            from task_issues
            left join traffic on traffic_page = task_issues.page
            where issue_type = {issue:String} and task_template = {template:String} and task_page = {page:String}
            order by if(issue_type like 'duplicate_%', is_head, 0) desc, seen desc, links_to_page desc nulls last, url
            limit {shown_rows:UInt64}
        )
    ) as picked,
    shown_issues as (
        select
            pick.1 as issue_type,
            pick.2 as shown_key,
            pick.3 as links_to_page,
            pick.4 as all_links,
            pick.5 as seen,
            pick.6 as seen_by_crawl,
            pick.7 as is_head
        from (select arrayJoin(picked) as pick)
    )
select
    shown_url as url,
    -- How many share a text stands above the rows, without the pages that have steps of their own.
    replaceRegexpOne(details, '^(Same (?:title|description|H1) as) \\d+ other pages?(?:, e\\.g\\.|:) ', '\\1 ') as details,
    related_url,
    title_text as title,
    '' as proposed_title, -- set by judge.go
    description_text as description,
    h1_text as h1,
    multiIf({crawl_reach:String} != '', seen_by_crawl, {gsc_pages_days:UInt16} >= {min_days:UInt16} or {ga4_pages_days:UInt16} >= {min_days:UInt16}, seen, null) as times_seen,
    all_links as links,
    arraySlice(linking, 1, 3) as linked_from,
    second_h1_text as second_heading,
    if(is_measured, '1', '') as measured,
    arrayStringConcat(demand_queries, '\n') as queries,
    toString(pages_with_heading) as pages_with_heading,
    toString(pages_with_second) as pages_with_second,
    toString(pages_with_title) as pages_with_title,
    toString(titles_like_heading) as titles_like_heading,
    toString(words_on_page) as words
from shown
order by if(issue_type like 'duplicate_%', is_head, 0) desc, seen desc, links_to_page desc nulls last, url
