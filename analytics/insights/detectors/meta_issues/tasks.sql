-- Issues grouped into tasks that one fix resolves. detector.sql and evidence.sql select from it.
-- uses: is_key_page
with
    -- The folders above a folder, from the whole site down to itself, and the section among them.
    (of_folder) -> arrayDistinct(arrayPushFront(
        arrayMap(depth -> arrayStringConcat(arraySlice(splitByChar('/', of_folder), 1, depth), '/'), range(1, length(splitByChar('/', of_folder)) + 1)),
        '')) as lineage_of,
    -- Sections are the folders just below the trunk, the folders that hold most of the site: /blog and /shop,
    -- or /en/blog and /en/shop where nearly everything is under /en.
    (folders_above) -> arrayFirst(above -> not has(splitByChar('\n', {trunks:Array(String)}[1]), above), folders_above) as section_in,

    -- What one rule or setting of the whole site decides is one task, as is how links are written and the
    -- heading that a layout puts on every page.
    (issue, cause) -> issue in ('slash_twins', 'empty_h1', 'no_canonicals') or issue in ('missing_h1', 'linked_redirect') and cause != 0 as is_of_site,

    -- Whether a page heads a task's section, and may keep a text that others share.
    (address, template) -> path(address) in ('', '/') or concat(path(address), '/*') = template as is_head_of,

    -- An issue on {one_cause_share} of the site's pages has one cause, the layout, and is one task. Else each
    -- section with {min_pages} affected pages (two server errors) is one, then what is left, else each page.

    -- One row: the issues of a type with one folder and one shared text. A decision is for all of them.
    cells as (
        select
            issue_type,
            text_key,
            folder,
            count() as issues_in_cell,
            lineage_of(folder) as cell_lineage,
            section_in(cell_lineage) as section_of_folder,
            issue_type in ('server_error', 'broken_page', 'redirect_chain', 'redirect_loop', 'linked_redirect') as is_about_urls,
            multiIf(is_about_urls, {site_urls:Array(UInt64)}[1], is_wording(issue_type), {indexable_pages:Array(UInt64)}[1], {site_pages:Array(UInt64)}[1]) as pages_judged,
            groupArray((severity, page, url, url_key, links_to_page, all_links, end_key, is_rewrite, hops_of_chain, is_slash)) as issues_here
        from issues
        group by issue_type, text_key, folder
    ),
    -- One row per section, to tell a fault of its template or of robots.txt from one of single pages.
    sections as (
        select section_in(lineage_of(folder)) as section_name, countIf(is_page or why_hidden = 'blocked by robots.txt') as pages_in_section, countIf(is_page and why_hidden = '') as indexable_in_section
        from crawled
        group by section_name
    ),
    -- A text counts for the section that most of its pages are in, elsewhere for the site; no longer when one
    -- page has it.
    placed_cells as (
        select
            * except (issues_of_text_here),
            if(not is_of_site(issue_type, text_key) and (text_key = 0 or issues_of_text_here >= {one_cause_share:Float64} * issues_of_text), section_of_folder, '') as section
        from (
            select
                *,
                sum(issues_in_cell) over (partition by issue_type, text_key) as issues_of_text,
                sum(issues_in_cell) over (partition by issue_type, text_key, section_of_folder) as issues_of_text_here
            from cells
        )
        where text_key = 0 or issues_of_text > 1 or is_of_site(issue_type, text_key)
    ),
    sized_cells as (
        select
            *,
            issues_of_type >= {min_pages:UInt64} and pages_judged > 0 and issues_of_type >= {one_cause_share:Float64} * pages_judged as is_whole_site,
            section != '' and issues_in_section >= if(issue_type = 'server_error', {min_rest:UInt64}, {min_pages:UInt64}) as is_large_section
        from (
            select
                *,
                sum(issues_in_cell) over (partition by issue_type) as issues_of_type,
                sum(issues_in_cell) over (partition by issue_type, section) as issues_in_section
            from placed_cells
        )
    ),
    assigned_cells as (
        select
            * except (is_whole_site, is_large_section),
            -- Broken and redirected addresses are no pages of a section: their links tell of the cause.
            is_whole_site or is_section_task and (is_about_urls or pages_in_section > 0 and issues_in_section >= {one_cause_share:Float64} * if(is_wording(issue_type), indexable_in_section, pages_in_section)) as is_one_cause,
            max(is_section_task) over (partition by issue_type) as is_beside_tasks,
            sum(if(is_section_task, 0, issues_in_cell)) over (partition by issue_type) as issues_in_rest
        from (
            select *, is_large_section and not is_whole_site as is_section_task
            from sized_cells
        ) as sized_cells
        left join sections on section_name = section
    ),
    -- A task is named by the deepest folder that all of its pages are in; what is left beside other tasks by
    -- one of the trunk, as a deeper one could be theirs.
    tasks as (
        select
            *,
            if(is_page_task, '', concat(arrayReverseSort(above -> length(above), arrayFilter(
                above -> task_section != '' or not is_beside_tasks or has(splitByChar('\n', {trunks:Array(String)}[1]), above),
                common_lineage))[1], '/*')) as template_of_task
        from (
            select
                issue_type,
                text_key,
                issues_of_text,
                issues_here,
                is_one_cause,
                is_beside_tasks,
                if(is_section_task, section, '') as task_section,
                groupArrayIntersect(cell_lineage) over (partition by issue_type, task_section) as common_lineage,
                not is_section_task and issue_type != 'no_canonicals' and issues_in_rest < if(is_wording(issue_type) and text_key = 0 or is_of_site(issue_type, text_key) or issue_type in ('linked_redirect', 'linked_canonicalized', 'canonical_to_redirect', 'canonical_chain', 'images_without_alt'), {min_rest:UInt64}, {min_pages:UInt64}) and (text_key = 0 or issues_in_rest = 1) as is_page_task
            from assigned_cells
        )
    ),

    -- One row per issue with its task: a template, or a page.
    task_issues as (
        select
            issue_type,
            issue_here.1 as severity,
            issue_here.2 as page,
            issue_here.3 as url,
            issue_here.4 as url_key,
            issue_here.5 as links_to_page,
            issue_here.6 as all_links,
            issue_here.7 as end_key,
            issue_here.8 as is_rewrite,
            issue_here.9 as hops_of_chain,
            issue_here.10 as is_slash,
            text_key,
            issues_of_text,
            -- A failing booking or contact page is never one of many.
            is_key_page(page) and issue_type in ('server_error', 'broken_page', 'redirect_loop') as is_key_failure,
            tasks.is_one_cause and not is_key_failure as is_one_cause,
            if(is_key_failure, '', template_of_task) as task_template,
            if(is_page_task or is_key_failure, page, '') as task_page
        from tasks
        array join issues_here as issue_here
    )
select *
from task_issues
