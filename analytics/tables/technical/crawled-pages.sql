-- One row: a page of the newest crawl, with the number of its issues.
-- uses: pages_current, technical_issues_current
with
    found as (
        select site_id as site, page as address, count() as issue_count
        from technical_issues_current
        group by site, address
    ),
    -- Of all pages, whatever the search: which columns the crawl has anything of.
    known as (
        select
            count(nullIf(status_code, 0)) as statuses,
            count(pages_current.indexable) as indexables,
            count(crawl_depth) as depths,
            count(pages_current.inlinks) as links,
            count(word_count) as word_counts,
            count(response_seconds) as response_times
        from pages_current
        where content_type = '' or content_type like '%html%' or coalesce(status_code, 200) != 200
    )
select
    site_id,
    pages_current.url as url,
    pages_current.title as title,
    nullIf(status_code, 0) as status,
    pages_current.indexable as indexable,
    if(pages_current.indexable, '', replaceOne(indexability_status, 'canonicalised', 'canonicalized')) as reason,
    toInt64(issue_count) as issues,
    crawl_depth as depth,
    pages_current.inlinks as inlinks,
    word_count as words,
    round(1000 * response_seconds) as response_ms,
    toInt8(pages_current.indexable) as index_rank,
    known.statuses as status_known_total,
    known.indexables as indexable_known_total,
    known.depths as depth_known_total,
    known.links as inlinks_known_total,
    known.word_counts as words_known_total,
    known.response_times as response_ms_known_total,
    count() over () as total,
    0 as unsorted
from pages_current
cross join known
left join found on found.site = pages_current.site_id and found.address = pages_current.page
where (content_type = '' or content_type like '%html%' or coalesce(status_code, 200) != 200)
  and ({q:String} = '' or positionCaseInsensitiveUTF8(pages_current.url, {q:String}) > 0 or positionCaseInsensitiveUTF8(coalesce(pages_current.title, ''), {q:String}) > 0)
order by
    {ascending:Identifier} asc nulls last,
    {descending:Identifier} desc nulls last,
    issues desc,
    url,
    site_id
limit {limit:UInt32} offset {offset:UInt32}
settings enable_materialized_cte = 1
