-- Technical issues gathered into tasks: what one fix settles. detector.sql and evidence.sql select from it.
--
-- Where a task ends: an issue on {one_cause_share} of the whole site's pages has one cause, the layout, and is one task. Otherwise each section
-- with {min_pages} affected pages is one; what is left over is one more when it is that much, else each page stands alone.
-- Sections are the folders just below the trunk, the folders that hold most of the site: /blog and /shop, or /en/blog and /en/shop
-- where nearly everything is under /en. Pages that share a text are kept together where they can be: in the section that most
-- of them are in. A task is named by the deepest folder that all of its pages are in.
with
    main_host as (
        select domainWithoutWWW(page) as host
        from pages
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and import_id in {imports:Array(UUID)}
        group by host
        order by count() desc, host
        limit 1
    ),

    -- One row a crawled URL, with the folders it lies in: '' is the whole site.
    crawled as (
        select
            url,
            coalesce(title, '') as title_text,
            coalesce(description, '') as description_text,
            coalesce(h1, '') as h1_text,
            coalesce(unique_inlinks, inlinks) as links_to_page,
            status_code = 200 and (startsWith(content_type, 'text/html') or startsWith(content_type, 'application/xhtml')) as is_page,
            splitByChar('/', concat(if(domainWithoutWWW(page) = (select host from main_host), '', domainWithoutWWW(page)), path(page))) as parts,
            arrayDistinct(arrayPushFront(
                arrayFilter(
                    folder -> folder in {folders:Array(String)},
                    arrayMap(depth -> arrayStringConcat(arraySlice(parts, 1, depth), '/'), range(1, length(parts) + 1))),
                '')) as folders_of_page
        from pages
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and import_id in {imports:Array(UUID)}
    ),

    folder_sizes as (
        select arrayJoin(folders_of_page) as folder, count() as urls_in_folder, countIf(is_page) as pages_in_folder
        from crawled
        group by folder
    ),
    trunk as (
        select groupArray(folder) as trunk_folders
        from folder_sizes
        where pages_in_folder >= {trunk_share:Float64} * (select max(pages_in_folder) from folder_sizes)
    ),

    -- The end that most titles have, such as " | Python.org"; no row when there is none.
    title_endings as (
        select extract(title_text, ' [|–—·•-] [^|–—·•]{2,40}$') as ending
        from crawled
        where is_page
        group by ending
        having ending != '' and count() >= {ending_share:Float64} * (select max(pages_in_folder) from folder_sizes)
        order by count() desc, ending
        limit 1
    ),

    -- One row an issue that its owner has not marked as fixed.
    issues as (
        select
            technical_issues.issue_type as issue_type,
            toString(technical_issues.severity) as severity_name,
            technical_issues.page as page,
            technical_issues.url as url,
            technical_issues.details as details,
            technical_issues.related_url as related_url,
            crawled.title_text as title_text,
            crawled.h1_text as h1_text,
            crawled.links_to_page as links_to_page,
            crawled.folders_of_page as folders_of_page,
            arrayFirst(folder -> not has((select trunk_folders from trunk), folder), folders_of_page) as section_of_page,
            multiIf(issue_type = 'duplicate_title', title_text, issue_type = 'duplicate_description', crawled.description_text, '') as shared_text,
            groupUniqArray(issue_type) over (partition by page) as issues_of_page,
            match(url, '(?i)[?&](page|paged|pg|start|offset)=[0-9]+|/page/[0-9]+/?$') as is_paginated
        from technical_issues
        inner join crawled on crawled.url = technical_issues.url
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and import_id in {imports:Array(UUID)}
          and not has({fixed:Array(UUID)}, issue_id)
    ),
    -- Without those that nobody should work on: a shared text is written anew whatever its length, and the
    -- second page of a list may say what the first one says.
    own_issues as (
        select *
        from issues
        where not (issue_type in ('short_title', 'long_title') and has(issues_of_page, 'duplicate_title'))
          and not (issue_type in ('short_description', 'long_description') and has(issues_of_page, 'duplicate_description'))
          and not (is_paginated and (endsWith(issue_type, '_title') or endsWith(issue_type, '_description')))
    ),

    -- One row a text that pages still share: the section that most of them are in.
    text_sections as (
        select text_type, text, if(max(pages_in_section) >= {one_cause_share:Float64} * sum(pages_in_section), argMax(section, pages_in_section), '') as text_section
        from (
            select issue_type as text_type, shared_text as text, section_of_page as section, count() as pages_in_section
            from own_issues
            where shared_text != ''
            group by text_type, text, section
        )
        group by text_type, text
        having sum(pages_in_section) > 1
    ),
    placed_issues as (
        select
            own_issues.*,
            if(shared_text != '' and section_of_page != text_section, '', section_of_page) as section,
            issue_type in ('server_error', 'broken_page', 'redirect_chain', 'redirect_loop') as is_about_urls
        from own_issues
        left join text_sections on text_sections.text_type = own_issues.issue_type and text_sections.text = own_issues.shared_text
        where shared_text = '' or text_sections.text != ''
    ),

    -- One row an issue type and section: whether that is a task of its own.
    sections as (
        select
            issue_type as type_in_section,
            section as section_name,
            count() as issues_in_section,
            sum(count()) over (partition by issue_type) as issues_of_type,
            if(is_about_urls, (select max(urls_in_folder) from folder_sizes), (select max(pages_in_folder) from folder_sizes)) as judged_pages,
            issues_of_type >= {min_pages:UInt64} and issues_of_type >= {one_cause_share:Float64} * judged_pages as is_whole_site,
            not is_whole_site and section != '' and issues_in_section >= {min_pages:UInt64} as is_task
        from placed_issues
        group by issue_type, section, is_about_urls
    ),
    rests as (
        select type_in_section as type_of_rest, sumIf(issues_in_section, not is_task) as issues_in_rest, max(is_task) as is_beside_tasks
        from sections
        group by type_of_rest
    ),
    assigned_issues as (
        select
            placed_issues.*,
            is_whole_site or is_task as is_one_cause,
            is_beside_tasks,
            if(is_task, section, '') as task_section,
            if(is_task or issues_in_rest >= {min_pages:UInt64} or shared_text != '' and issues_in_rest > 1, '', page) as task_page
        from placed_issues
        inner join sections on sections.type_in_section = placed_issues.issue_type and sections.section_name = placed_issues.section
        inner join rests on rests.type_of_rest = placed_issues.issue_type
    ),

    -- One row a task, by its name. What is left beside other tasks is named by a folder of the trunk: a deeper one could be one of theirs.
    task_names as (
        select
            issue_type as named_type,
            task_section as named_section,
            task_page as named_page,
            arrayFilter(
                folder -> task_section != '' or not any(is_beside_tasks) or has((select trunk_folders from trunk), folder),
                groupArrayIntersect(folders_of_page)) as common_folders,
            if(task_page = '', concat(arrayReverseSort(folder -> length(folder), common_folders)[1], '/*'), '') as task_template
        from assigned_issues
        group by issue_type, task_section, task_page
    ),
    task_issues as (
        select
            assigned_issues.*,
            task_template,
            multiIf(
                issue_type in ('missing_title', 'duplicate_title', 'short_title') and lengthUTF8(h1_text) between 10 and 60,
                concat(h1_text, if(lengthUTF8(h1_text) + lengthUTF8(title_ending) <= 60, title_ending, '')),
                issue_type = 'long_title' and title_ending != '' and endsWith(title_text, title_ending) and lengthUTF8(title_text) - lengthUTF8(title_ending) between 30 and 60,
                substringUTF8(title_text, 1, lengthUTF8(title_text) - lengthUTF8(title_ending)),
                '') as drafted_title,
            coalesce((select any(ending) from title_endings), '') as title_ending,
            -- A draft that another page of the task would get too is no help, nor is the title it has.
            if(drafted_title = title_text or count() over (partition by issue_type, drafted_title) > 1, '', drafted_title) as proposed_title
        from assigned_issues
        inner join task_names on named_type = issue_type and named_section = task_section and named_page = task_page
    )
