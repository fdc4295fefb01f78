-- One row: a type of technical issue with the number of its open rows in the newest crawl of each site, worst first.
select
    issue_type,
    any(title) as title_words,
    toString(min(severity)) as worst_severity,
    count() as pages
from technical_issues
where account_id = {account_id:UUID}
  and site_id in {sites:Array(UUID)}
  and import_id in {imports:Array(UUID)}
  and not has({fixed:Array(UUID)}, issue_id)
group by issue_type
order by min(severity), pages desc, issue_type
