-- One row: a technical issue and when the first crawl that has it was imported.
-- uses: technical_issues_current
select
    toString(issue_id) as id,
    min(imported_at) as first_seen_at
from technical_issues_current
where issue_id in {ids:Array(UUID)}
group by issue_id
order by id
