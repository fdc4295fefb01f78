-- One row: a page of the insight, by impressions, then by inlinks. judge.go removes the last columns.
-- continues: common.sql, shown.sql
select
    shown_url as url,
    details,
    related_url,
    title_text as title,
    '' as proposed_title, -- set by judge.go
    description_text as description,
    h1_text as h1,
    multiIf({crawl_reach:String} != '', seen_by_crawl, {gsc_pages_days:UInt16} >= {min_days:UInt16} or {ga4_pages_days:UInt16} >= {min_days:UInt16}, seen, null) as times_seen,
    all_links as links,
    linking as linked_from,
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
