-- One row: a technical issue and when the first crawl that has it was imported.
select
    toString(issue_id) as id,
    min(imported_at) as first_seen_at
from technical_issues
where account_id = {account_id:UUID}
  and site_id in {sites:Array(UUID)}
  and import_id in {all_imports:Array(UUID)}
  and issue_id in {ids:Array(UUID)}
group by issue_id
order by id
