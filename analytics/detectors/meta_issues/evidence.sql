-- One row: a page that the insight is about, those first that most links point to.
select
    shown_url as url,
    details,
    related_url,
    title_text as title,
    proposed_title,
    h1_text as h1,
    links_to_page as links
from shown
order by links desc nulls last, url
