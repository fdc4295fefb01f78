-- One row: a type of technical issue with the number of its open rows in the newest crawl of each site, worst
-- first, and what became of it since the crawl before.
-- continues: issue_rows.sql
select
    issue_type,
    any(title) as title_words,
    toString(min(severity)) as worst_severity,
    countIf(status = 'open' and seen_as != 'gone') as pages,
    max(seen_as != '') as is_compared,
    countIf(status = 'open' and seen_as = 'new') as new_issues,
    countIf(status = 'open' and seen_as = 'still_there') as still_there_issues,
    countIf(seen_as = 'gone') as gone_issues
from found
group by issue_type
having pages > 0 or gone_issues > 0
order by
    min(severity),
    pages desc,
    issue_type
