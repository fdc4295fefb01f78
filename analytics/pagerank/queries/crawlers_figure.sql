-- One row: what the crawler itself says of how strongly pages are linked, the best that most ranked pages
-- have; '' is nothing.
select multiIf(count(link_score) * 2 > count() and max(link_score) > 0, 'link score', count(known_inlinks) * 2 > count(), 'inlinks', '') as method
from crawled
where is_ranked
