-- One row: the folder structure of the crawled site, computed once for all steps.
-- uses: deepest_folder_of, pages_current
with
    -- One row: a crawled URL with its deepest folder; '' is the whole site.
    crawled as (
        select
            status_code = 200 and (startsWith(content_type, 'text/html') or startsWith(content_type, 'application/xhtml')) as is_page,
            is_page and coalesce(indexable, positionCaseInsensitive(concat(coalesce(meta_robots, ''), coalesce(x_robots_tag, '')), 'noindex') = 0 and canonical_page in ('', page)) as is_indexable,
            deepest_folder_of(page) as folder
        from pages_current
    ),

    -- One row per folder that pages lie in, with the folders above it, from the whole site down to itself.
    folders as (
        select
            folder,
            arrayDistinct(arrayPushFront(
                arrayMap(depth -> arrayStringConcat(arraySlice(splitByChar('/', folder), 1, depth), '/'), range(1, length(splitByChar('/', folder)) + 1)),
                '')) as lineage,
            count() as urls_in_folder,
            countIf(is_page) as pages_in_folder,
            countIf(is_indexable) as indexable_in_folder
        from crawled
        group by folder
    ),
    site_size as (
        select sum(urls_in_folder) as urls, sum(pages_in_folder) as html_pages, sum(indexable_in_folder) as indexable
        from folders
    ),
    trunk as (
        select groupArray(trunk_folder) as trunk_folders
        from (
            select arrayJoin(lineage) as trunk_folder
            from folders
            group by trunk_folder
            having sum(pages_in_folder) >= {trunk_share:Float64} * (select html_pages from site_size)
        )
    ),

    -- The end that most titles have, such as " | Python.org"; no row when there is none.
    title_endings as (
        select extract(coalesce(title, ''), ' [|–—·•-] [^|–—·•]{2,40}$') as title_ending
        from pages_current
        where status_code = 200
        group by title_ending
        having title_ending != '' and count() >= {ending_share:Float64} * (select html_pages from site_size)
          -- One title on many pages ends them all alike.
          and (uniqExact(title) > 1 or count() = 1)
        order by uniqExact(title) desc, title_ending
        limit 1
    )
select
    'site' as targets,
    coalesce((select urls from site_size), 0) as site_urls,
    coalesce((select html_pages from site_size), 0) as site_pages,
    coalesce((select indexable from site_size), 0) as indexable_pages,
    arrayStringConcat((select trunk_folders from trunk), '\n') as trunks, -- the folders that hold most of the site
    coalesce((select any(title_ending) from title_endings), '') as endings
