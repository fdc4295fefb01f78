-- One row: how many pages and issues an import has, and what became of the issues of the crawls before. Types
-- of issue are compared with the import given for them; those without one are not compared.
with
    compared as (
        select pair.1 as compared_type, pair.2 as compared_import
        from (select arrayJoin(arrayZip({types_before:Array(String)}, {imports_before:Array(UUID)})) as pair)
    ),
    issues_before as (
        select issue_id, page
        from technical_issues
        where account_id = {account_id:UUID}
          and site_id = {site_id:UUID}
          and import_id in {imports_before:Array(UUID)}
          and (toString(issue_type), import_id) in (select compared_type, compared_import from compared)
    ),
    issues_now as (
        select issue_id, issue_type, severity
        from technical_issues
        where account_id = {account_id:UUID} and site_id = {site_id:UUID} and import_id = {import_id:UUID}
    )
select
    (select count() from pages where account_id = {account_id:UUID} and site_id = {site_id:UUID} and import_id = {import_id:UUID} and own) as pages,
    countIf(severity = 'critical') as critical,
    countIf(severity = 'high') as high,
    countIf(severity = 'medium') as medium,
    countIf(severity = 'low') as low,
    countIf(has({types_before:Array(String)}, issue_type) and issue_id not in (select issue_id from issues_before)) as new_issues,
    countIf(issue_id in (select issue_id from issues_before)) as still_there_issues,
    (
        select count()
        from issues_before
        where issue_id not in (select issue_id from issues_now)
          -- What a partial crawl does not have may be as it was.
          and (not {partial:Bool} or page in (select page from pages where account_id = {account_id:UUID} and site_id = {site_id:UUID} and import_id = {import_id:UUID}))
    ) as gone_issues
from issues_now
