-- One row: a page of the insight, by impressions, then by inlinks.
-- continues: common.sql
select
    shown_url as url,
    details,
    related_url,
    title_text as title,
    '' as proposed_title, -- set by judge.go
    description_text as description,
    h1_text as h1,
    if({gsc_pages_days:UInt16} >= {min_days:UInt16} or {ga4_pages_days:UInt16} >= {min_days:UInt16}, seen, null) as times_seen,
    links_to_page as links,
    linking as linked_from
from shown
order by seen desc, links desc nulls last, url
