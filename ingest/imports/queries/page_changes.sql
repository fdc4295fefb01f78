-- What changed on pages between two crawls of a site, the most important first. A crawl that is partial says
-- nothing of what it lacks, and of links only what there is at least.
with
    facts as (
        select
            import_id, page, url, coalesce(status_code, 0) as code, status = 'Blocked by robots.txt' as is_blocked, coalesce(title, '') as page_title,
            code = 200 and startsWith(content_type, 'text/html') as is_page,
            is_page and match(lower(concat(coalesce(meta_robots, ''), ' ', coalesce(x_robots_tag, ''))), '\\b(noindex|none)\\b') as is_noindex,
            if(canonical_page = '', page, canonical_page) as canonical_to,
            if(redirect_url = '', toString(code), concat('-> ', redirect_url)) as answer,
            coalesce(unique_inlinks, inlinks, 0) as linking
        from pages
        where account_id = {account_id:UUID} and site_id = {site_id:UUID} and import_id in ({before:UUID}, {after:UUID}) and own
    ),
    compared as (
        select
            was.page as page, was.url as url, was.linking as rank,
            arrayJoin(arrayFilter(change -> change.4, [
                ('noindex', '', '', was.is_page and now.is_page and not was.is_noindex and now.is_noindex),
                ('status', was.answer, now.answer, now.page != '' and was.code > 0 and now.code > 0 and was.answer != now.answer),
                ('blocked', '', '', now.is_blocked and not was.is_blocked),
                ('canonical', was.canonical_to, now.canonical_to, was.is_page and now.is_page and was.canonical_to != now.canonical_to),
                ('indexable', '', '', was.is_page and now.is_page and was.is_noindex and not now.is_noindex),
                ('links', toString(was.linking), toString(now.linking), not {partial:Bool} and now.is_page and was.linking >= 5 and now.linking * 2 < was.linking),
                ('title', was.page_title, now.page_title, was.is_page and now.is_page and was.page_title != now.page_title),
                ('gone', was.answer, '', not {partial:Bool} and was.is_page and now.page = '')
            ])) as change
        from (select * from facts where import_id = {before:UUID}) as was
        left join (select * from facts where import_id = {after:UUID}) as now on was.page = now.page
    )
select change.1 as kind, page, url, change.2 as was, change.3 as became
from compared
order by
    indexOf(['noindex', 'status', 'blocked', 'canonical', 'indexable', 'links', 'title', 'gone'], kind),
    rank desc, page
limit {max_changes:UInt32}
