-- One row of found: a technical issue of the newest crawl of a site, or one gone from it, with what became of
-- it and what its owner said. The other issue_*.sql files follow this one and read from it.
-- uses: pages_before, pages_current, technical_issues_before, technical_issues_current
with
    -- A type of issue is compared with the last crawl before that looked for it. One that either of the two
    -- could not look for is not compared: its issues are neither new nor gone.
    compared as (
        select pair.1 as compared_type, pair.2 as compared_import
        from (select arrayJoin(arrayZip({types_before:Array(String)}, {imports_before:Array(UUID)})) as pair)
    ),

    issues_before as (
        select *
        from technical_issues_before
        where (toString(issue_type), import_id) in (select compared_type, compared_import from compared)
    ),

    issues_now as (
        select *
        from technical_issues_current
    ),

    issues_of_both as (
        select
            *,
            multiIf(
                not has({compared:Array(String)}, concat(toString(site_id), ' ', issue_type)), '',
                issue_id in (select issue_id from issues_before), 'still_there',
                -- Of two chosen crawls the older may be partial: issues of pages that it lacks are not
                -- compared.
                notEmpty({partial_before:Array(UUID)}) and page not in (select page from pages_before), '',
                'new') as seen_as
        from issues_now
        where {seen:String} != 'gone'
        union all
        select *, 'gone' as seen_as
        from issues_before
        where {seen:String} in ('gone', 'all') and issue_id not in (select issue_id from issues_now)
          -- What a partial crawl does not have may be as it was.
          and (not has({partial_sites:Array(UUID)}, site_id) or page in (select page from pages_current))
    ),

    found as (
        select
            *,
            if(has({fixed:Array(UUID)}, issue_id), 'fixed', 'open') as status,
            seen_as != 'gone' and has({reopened:Array(UUID)}, issue_id) as is_reopened
        from issues_of_both
        where ({seen:String} in ('', 'all') or seen_as = {seen:String})
          and ({id:String} = '' or toString(issue_id) = {id:String})
          and ({page:String} = '' or page = {page:String})
          and ({type:String} = '' or issue_type = {type:String})
          and ({severity:String} = '' or toString(severity) = {severity:String})
          and ({status:String} = '' or status = {status:String})
          and ({query:String} = '' or positionCaseInsensitiveUTF8(url, {query:String}) > 0 or positionCaseInsensitiveUTF8(details, {query:String}) > 0)
    )
select *
from found
