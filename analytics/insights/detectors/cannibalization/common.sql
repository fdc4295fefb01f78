-- Queries whose clicks alternate between pages of the site, so that none ranks as high as one alone would.
-- targets.sql selects the queries, detector.sql judges them.
-- uses: naming_part_of, pages_current
with
    -- A page stands for its twins (with parameters, in a list, with another scheme or www), which want a
    -- canonical. A parameter that says which thing a page shows, such as id, makes it a page of its own.
    (address) -> concat(
        replaceRegexpAll(
            replaceRegexpOne(cutQueryString(address), '^https?://(www\\.)?', ''),
            '(?i)/(page|p)/[0-9]+$|/$', ''),
        naming_part_of(address)) as twin_of,
    -- Pages for other languages or countries serve other people, even where they share a query: the locale
    -- with most impressions is judged, by its own days and its own part of the query.
    (address) -> concat(
        domainWithoutWWW(address), ' ',
        extract(lower(path(address)), '^/([a-z]{2}(?:[-_][a-z]{2})?)(?:/|$)')) as locale_of,
    -- Whether the page with most of a day's impressions leads by more than chance: beyond two standard
    -- deviations of equal shares. On days with a few impressions the order of two pages is noise.
    (leading, of_all) -> 2 * leading - of_all >= {lead_deviations:Float64} * sqrt(of_all) as leads_clearly,
    -- Pages that are not indexable on their own: redirects, or excluded from search.
    gone as (
        select page as gone_page
        from pages_current
        where (coalesce(status_code, 200) != 200 or not coalesce(indexable, true))
    )
select *
from gone
