-- The nested parts of a site: all of it, a host, a folder of a host.
-- uses: ga4_pages_current, gsc_pages_current
with
    (address) -> concat(domainWithoutWWW(address), if(length(splitByChar('/', path(address))) > 2, concat('/', splitByChar('/', path(address))[2], '/'), '/')) as folder_of,
    (address) -> ['', domainWithoutWWW(address), folder_of(address)] as parts_of,
    clicked as (
        select page, sum(clicks) as clicks_of_page
        from gsc_pages_current
        where day between {gsc_from:Date} and {gsc_to:Date}
          and not match(path(page), {no_page:String})
        group by page
    ),
    visited as (
        select page, sum(sessions) as visits_of_page, sumIf(sessions, channel = 'Organic Search') as organic_of_page
        from ga4_pages_current
        where day between {ga4_from:Date} and {ga4_to:Date}
          and page not in ('', '(not set)')
        group by page
    )
select *
from visited
