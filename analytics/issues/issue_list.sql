-- One row: a technical issue, of those on one page of the list, and how many there are in all.
-- continues: issue_rows.sql
select
    toString(issue_id) as id,
    toString(site_id) as site,
    issue_type,
    title,
    toString(severity) as severity_name,
    page_id,
    url,
    details,
    status,
    is_reopened,
    seen_as,
    imported_at,
    count() over () as total
from found
order by
    multiIf({sort:String} = 'importedAt', toInt64(toUnixTimestamp64Milli(imported_at)), {sort:String} = '-importedAt', -toInt64(toUnixTimestamp64Milli(imported_at)), 0),
    multiIf({sort:String} in ('issueType', '-issueType', 'url', '-url'), 0, {sort:String} = '-severity', -toInt64(severity), toInt64(severity)),
    if({sort:String} = 'issueType', issue_type, ''),
    if({sort:String} = '-issueType', issue_type, '') desc,
    if({sort:String} = 'url', url, ''),
    if({sort:String} = '-url', url, '') desc,
    issue_type,
    url,
    issue_id
limit {limit:UInt32} offset {offset:UInt32}
