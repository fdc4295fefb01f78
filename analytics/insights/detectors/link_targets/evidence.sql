-- One row: a page to link to, a page to link from and what the link can say; those with most to read first.
-- continues: tasks.sql, sources.sql
select
    target_url as url,
    if(is_orphan, 'No page links to it', concat(toString(coalesce(target_depth, 0)), ' clicks from the home page')) as details,
    title_text as title,
    source_url as source,
    source_title,
    anchor,
    why,
    round(percentile_of_source, 2) as source_percentile
from shown
order by coalesce(target_words, 0) desc, url, place
limit {shown_rows:UInt64}
