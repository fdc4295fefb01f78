-- Pages that deserve more links, gathered into tasks, with pages to link from. detector.sql and evidence.sql
-- select from it.
-- uses: gsc_pages_current, links_current, page_rankings_current, page_ranks_current, pages_current
with
    -- Two kinds: orphan_page, which no other page links to, and deep_page, far from the home page with weak
    -- links. What is unknown is not 0: nothing is found where the crawl knows no links, knows few of them, or
    -- went through a list instead of the site. A task is a section with {min_pages} such pages: a folder just
    -- below the trunk, the folders that hold most of the site. What is left over is one more task when it is
    -- that much, else each page stands alone.
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
            match(page, '(?i)[?&](page|paged|pg|start|offset)=[0-9]+|/page/[0-9]+$') as is_list_page,
            word_count,
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
            countIf(is_start) as starts_in_folder
        from crawled
        group by folder
    ),
    site_size as (
        select sum(pages_in_folder) as pages_in_all, sum(starts_in_folder) as starts
        from folders
    ),
    sections as (
        select section_folder, sum(pages_in_folder) as section_pages
        from folders
        array join lineage as section_folder
        group by section_folder
    ),
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
            folder
        from crawled
        inner join ranks using (page_key)
        where (select max(linked_pages >= {min_linked_share:Float64} * pages_of_site) from rankings)
          and (select starts <= greatest({max_start_share:Float64} * pages_in_all, 1) from site_size)
          and ({gsc_pages_days:UInt16} < {min_days:UInt16} or followed_inlinks = 0 and page_key in (select cityHash64(page_looked_for) from looked_for))
          and not is_home
          and not is_start
          and not is_list_page
          and (
              followed_inlinks = 0
              and coalesce(depth, 1) != 0
              and coalesce(links_said, 0) <= coalesce(uncounted_inlinks, 0) + 1
              or followed_inlinks > 0
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
    ),

    -- One row per page that targets.sql has picked, with its place in the site and its texts.
    target_ranks as (
        select *
        from ranks
        where page_key in (select cityHash64(arrayJoin({targets:Array(String)})))
    ),
    targets as (
        select
            page_key as target_key,
            page as target_page,
            url as target_url,
            coalesce(title, '') as title_text,
            coalesce(h1, '') as h1_text,
            word_count as target_words,
            rank as target_rank,
            depth as target_depth,
            followed_inlinks = 0 as is_orphan,
            extract(page, '^[a-z]+://[^/?]+') as origin,
            splitByChar('/', path(page)) as parts,
            cityHash64(extract(page, '^([^?]*)/')) as directory_key
        from pages_current as pages
        inner join target_ranks on target_ranks.page_key = cityHash64(pages.page)
        where page in {targets:Array(String)}
          and coalesce(status_code, 200) = 200
        limit 1 by target_key
    ),

    -- What a link to a target can say: its heading, unless others have it too, or its title without the
    -- site's name, or its address.
    title_endings as (
        select extract(coalesce(title, ''), ' [|–—·•-] [^|–—·•]{2,40}$') as title_ending
        from pages_current as pages
        where coalesce(status_code, 200) = 200
        group by title_ending
        having title_ending != '' and count() >= {ending_share:Float64} * (select pages_in_all from site_size)
        order by count() desc, title_ending
        limit 1
    ),
    common_headings as (
        select lowerUTF8(coalesce(h1, '')) as heading
        from pages_current as pages
        where heading in (select lowerUTF8(h1_text) from targets)
        group by heading
        having uniqExact(page) > 1
    ),
    anchors as (
        select
            *,
            coalesce((select any(title_ending) from title_endings), '') as ending,
            if(ending != '' and endsWith(title_text, ending), substringUTF8(title_text, 1, lengthUTF8(title_text) - lengthUTF8(ending)), title_text) as own_title,
            trimBoth(replaceRegexpAll(decodeURLComponent(arrayLast(part -> part != '', parts)), '\\.[a-z]{3,4}$|[-_+ ]+', ' ')) as address_words,
            multiIf(
                h1_text != '' and lowerUTF8(h1_text) not in (select heading from common_headings), h1_text,
                own_title != '', own_title,
                address_words) as anchor_words,
            if(
                lengthUTF8(anchor_words) <= {max_anchor:UInt64},
                anchor_words,
                replaceRegexpOne(substringUTF8(anchor_words, 1, {max_anchor:UInt64}), '[ ,;:.|–—-]+[^ ]*$', '')) as anchor
        from targets
    ),

    -- One row per target and word of its title or heading, and one per page and such a word that few pages
    -- have.
    words_of_targets as (
        select *, arrayJoin(arrayDistinct(extractAll(lowerUTF8(concat(title_text, ' ', h1_text)), '[\\p{L}\\p{N}]{3,}'))) as word
        from targets
    ),
    words_of_pages as (
        select
            cityHash64(page) as source_key,
            arrayJoin(arrayFilter(
                word_of_page -> word_of_page in (select word from words_of_targets),
                arrayDistinct(extractAll(lowerUTF8(concat(coalesce(title, ''), ' ', coalesce(h1, ''))), '[\\p{L}\\p{N}]{3,}')))) as word
        from pages_current as pages
        where coalesce(status_code, 200) = 200
    ),
    telling_words as (
        select word
        from words_of_pages
        group by word
        having uniq(source_key) <= least(
            greatest({max_word_share:Float64} * (select pages_in_all from site_size), {min_word_pages:Float64}),
            {max_word_pages:Float64})
    ),

    -- One row per target and page related to it, each for one reason.
    relatives as (
        select
            target_key,
            source_key,
            any(is_orphan) as for_orphan,
            any(target_rank) as least_rank,
            any(target_depth) as depth_of_target,
            groupUniqArray(word) as shared_words,
            false as is_overview,
            false as is_sibling
        from words_of_pages
        inner join words_of_targets using (word)
        where word in (select word from telling_words)
        group by target_key, source_key
        having count() >= {min_shared_words:UInt64}

        union all

        -- The pages above it, but not the home page, which is above all.
        select
            target_key,
            arrayJoin(arrayMap(level -> cityHash64(concat(origin, arrayStringConcat(arraySlice(parts, 1, level), '/'))), range(2, length(parts)))),
            is_orphan,
            target_rank,
            target_depth,
            [],
            true,
            false
        from targets

        union all

        select
            target_key,
            page_key,
            is_orphan,
            target_rank,
            target_depth,
            [],
            false,
            true
        from targets
        inner join (
            select
                page_key,
                directory_key
            from ranks
            inner join (
                select cityHash64(page) as key_of_page, cityHash64(extract(page, '^([^?]*)/')) as directory_key
                from pages_current as pages
                where length(splitByChar('/', path(page))) > 2
                  and directory_key in (select directory_key from targets)
            ) as neighbours on key_of_page = page_key
            order by rank desc, page_key
            limit {siblings:UInt64} by directory_key
        ) as siblings using (directory_key)
    ),
    linked_already as (
        select
            cityHash64(destination_page) as linked_target,
            cityHash64(source_page) as linked_source
        from links_current
        where destination_page in {targets:Array(String)}
    ),
    -- The best pages to link from: those that visitors reach, with links at least as strong, that do not link
    -- there. Where the links themselves are unknown, depth tells: a page that links to another is at most one
    -- click nearer the home page.
    sources as (
        select
            target_key,
            source_key,
            groupUniqArrayArray(shared_words) as words,
            max(is_overview) as above,
            max(is_sibling) as beside,
            any(rank) as source_rank,
            any(percentile) as percentile_of_source,
            2 * above + beside + length(words) as nearness,
            multiIf(
                above, 'it is the overview above that page',
                empty(words), 'it lies in the same folder',
                concat('both are about ', arrayStringConcat(arraySlice(arraySort(words), 1, 3), ', '))) as why
        from ranks
        inner join relatives on relatives.source_key = ranks.page_key
        where source_key != target_key
          and (followed_inlinks > 0 or depth = 0)
          and coalesce(rank >= least_rank, true)
          and coalesce(depth, 0) < {min_depth:UInt32}
          and (for_orphan or depth + 1 < depth_of_target)
          and (target_key, source_key) not in (select linked_target, linked_source from linked_already)
        group by target_key, source_key
        order by nearness desc, source_rank desc, source_key
        limit {sources:UInt64} by target_key
    ),
    named_sources as (
        select
            sources.*,
            url as source_url,
            coalesce(title, '') as source_title
        from pages_current as pages
        inner join sources on sources.source_key = cityHash64(pages.page)
        where coalesce(status_code, 200) = 200
        limit 1 by target_key, source_key
    ),

    -- One row per target and page to link from, the best first; the page is '' when none was found.
    shown as (
        select
            anchors.target_key as shown_key,
            target_page,
            target_url,
            title_text,
            target_words,
            target_depth,
            is_orphan,
            anchor,
            source_url,
            source_title,
            percentile_of_source,
            why,
            row_number() over (partition by shown_key order by nearness desc, source_rank desc, source_url) as place
        from anchors
        left join named_sources on named_sources.target_key = anchors.target_key
    )
select *
from shown
