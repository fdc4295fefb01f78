-- Pages that deserve more links, gathered into tasks.
-- uses: crawl_reach_of, gsc_pages_current, is_made_address, page_rankings_current, page_ranks_current
-- uses: pages_current
with
    -- Two kinds: orphan_page, which no other page links to, and deep_page, far from the home page with weak
    -- links. Unknown is not 0: a crawl of a list, or one that knows few links or none, finds nothing.
    main_host as (
        select domainWithoutWWW(page) as host
        from pages_current as pages
        group by host
        order by count() desc, host
        limit 1
    ),
    rankings as (
        select method, pages as pages_of_site, linked_pages
        from page_rankings_current
        limit 1
    ),
    ranks as (
        select page_key, rank, percentile, followed_inlinks, uncounted_inlinks, depth
        from page_ranks_current
    ),

    -- One row per indexable page, with the deepest folder it lies in; '' is the whole site.
    crawled as (
        select
            cityHash64(page) as page_key,
            coalesce(unique_inlinks, inlinks) as links_said,
            coalesce(crawl_depth = 0, false) as is_start,
            path(page) in ('', '/') and queryString(page) = '' as is_home,
            queryString(page) != '' as has_query,
            is_made_address(page) as is_made,
            match(page, '(?i)[?&](page|paged|pg)=[0-9]+|/page/[0-9]+$') as is_later_page, -- of a list
            word_count,
            crawl_reach_of(search_impressions, search_clicks, sessions, organic_visits) as seen_of_page,
            splitByChar('/', concat(if(domainWithoutWWW(page) = (select host from main_host), '', domainWithoutWWW(page)), path(page))) as parts,
            arrayLast(
                folder -> folder in {folders:Array(String)},
                arrayMap(level -> arrayStringConcat(arraySlice(parts, 1, level), '/'), range(1, length(parts) + 1))) as folder
        from pages_current as pages
        where coalesce(status_code, 200) = 200
          and coalesce(indexable, true)
        limit 1 by page_key
    ),

    -- One row per folder, with the folders above it, from the whole site down to itself.
    folders as (
        select
            folder,
            arrayDistinct(arrayPushFront(
                arrayMap(level -> arrayStringConcat(arraySlice(splitByChar('/', folder), 1, level), '/'), range(1, length(splitByChar('/', folder)) + 1)),
                '')) as lineage,
            count() as pages_in_folder,
            countIf(is_start) as starts_in_folder,
            countIf(is_later_page) as later_pages_in_folder
        from crawled
        group by folder
    ),
    -- The home page if clicks are counted from it, whatever became of it, or /en where a crawl began there.
    -- Over links they always are; a home page that redirects may have no depth of its own.
    home_pages as (
        select 1
        from pages_current as pages
        where queryString(page) = ''
          and (
              path(page) in ('', '/')
              and (
                  (select max(method = 'pagerank') from rankings)
                  or coalesce(crawl_depth = 0, false)
                  or crawl_depth is null and coalesce(status_code between 300 and 399, false)
              )
              or crawl_depth = 0 and match(lower(path(page)), '^/[a-z]{2}([-_][a-z]{2})?/?$')
          )
        limit 1
    ),
    site_size as (
        select sum(pages_in_folder) as pages_in_all, sum(starts_in_folder) as starts
        from folders
    ),
    sections as (
        select section_folder, sum(pages_in_folder) as section_pages, sum(later_pages_in_folder) as section_later_pages
        from folders
        array join lineage as section_folder
        group by section_folder
    ),
    -- A task is a section with {min_pages} such pages: a folder just below the trunk, the folders that hold
    -- most of the site. What is left over is one more if it is that much, else each page stands alone.
    trunk as (
        select groupArray(section_folder) as trunk_folders
        from sections
        where section_pages >= {trunk_share:Float64} * (select pages_in_all from site_size)
    ),

    -- Where Search Console is connected, link_targets_by_search says which pages deserve links; what is left
    -- here are pages that people look for now and then and no page links to.
    looked_for as (
        select page as page_looked_for
        from gsc_pages_current
        where day between {gsc_from:Date} and {gsc_to:Date}
        group by page
        having sum(impressions) < {max_impressions:UInt64}
    ),

    -- One row per page found. A link of the page to itself may be among those that the crawler counts.
    found as (
        select
            if(followed_inlinks = 0, 'orphan_page', 'deep_page') as issue_type,
            page_key,
            rank,
            depth,
            uncounted_inlinks,
            word_count,
            seen_of_page,
            folder
        from crawled
        inner join ranks using (page_key)
        where (select max(linked_pages >= {min_linked_share:Float64} * pages_of_site) from rankings)
          and (select starts <= greatest({max_start_share:Float64} * pages_in_all, 1) from site_size)
          and ({gsc_pages_days:UInt16} < {min_days:UInt16} or followed_inlinks = 0 and page_key in (select cityHash64(page_looked_for) from looked_for))
          and not is_home
          and not is_start
          and not is_made
          and (
              followed_inlinks = 0
              and not {crawl_is_partial:Bool} -- the pages that link to it may be among those that are missing
              and coalesce(depth, 1) != 0
              and coalesce(links_said, 0) <= coalesce(uncounted_inlinks, 0) + 1
              or followed_inlinks > 0
              -- Counted from another page, the depth tells nothing of the home page.
              and (select count() > 0 from home_pages)
              and depth >= {min_depth:UInt32}
              and percentile <= {max_percentile:Float64}
              and coalesce(word_count, {min_words:UInt32}) >= {min_words:UInt32}
              and not has_query
          )
    ),
    placed as (
        select
            found.*,
            arrayFirst(above -> not has((select trunk_folders from trunk), above), lineage) as section,
            section != '' and count() over (partition by issue_type, section) >= {min_pages:UInt64} as is_section_task
        from found
        inner join folders using (folder)
    ),
    tasks as (
        select
            *,
            countIf(not is_section_task) over (partition by issue_type) as rest_of_issue,
            multiIf(is_section_task, concat(section, '/*'), rest_of_issue >= {min_pages:UInt64}, '/*', '') as task_template,
            if(task_template = '', page_key, 0) as task_key
        from placed
    )
select *
from tasks
