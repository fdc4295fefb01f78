-- One row: a page that the insight is about, those first that people see most, then those that most links point to.
select
    shown_url as url,
    details,
    related_url,
    title_text as title,
    proposed_title,
    description_text as description,
    h1_text as h1,
    seen as times_seen,
    links_to_page as links,
    linking as linked_from
from shown
order by seen desc, links desc nulls last, url
