-- One row: a technical issue of the newest crawl of a site, with what its owner said of it.
with
    found as (
        select
            issue_id,
            site_id,
            issue_type,
            title,
            severity,
            page_id,
            url,
            details,
            imported_at,
            if(has({fixed:Array(UUID)}, issue_id), 'fixed', 'open') as status
        from technical_issues
        where account_id = {account_id:UUID}
          and site_id in {sites:Array(UUID)}
          and import_id in {imports:Array(UUID)}
    )
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
    imported_at,
    count() over () as total
from found
where ({id:String} = '' or toString(issue_id) = {id:String})
  and ({type:String} = '' or issue_type = {type:String})
  and ({severity:String} = '' or toString(severity) = {severity:String})
  and ({status:String} = '' or status = {status:String})
  and ({query:String} = '' or positionCaseInsensitiveUTF8(url, {query:String}) > 0 or positionCaseInsensitiveUTF8(details, {query:String}) > 0)
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
