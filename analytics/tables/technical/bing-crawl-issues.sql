-- One row: a page that Bing could not crawl, when Bing was asked last.
-- uses: bing_crawl_issues_newest
select
    site_id,
    page as url,
    arrayStringConcat(issues, ', ') as problem,
    nullIf(http_code, 0) as status,
    links_in as links,
    day as as_of,
    count() over () as total,
    0 as unsorted
from bing_crawl_issues_newest
where ({q:String} = '' or positionCaseInsensitiveUTF8(page, {q:String}) > 0)
order by
    {ascending:Identifier} asc nulls last,
    {descending:Identifier} desc nulls last,
    links desc,
    url,
    site_id
limit {limit:UInt32} offset {offset:UInt32}
settings enable_materialized_cte = 1
