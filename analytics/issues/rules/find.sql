-- One row: one kind of fault on one page of one import. Run once the import's pages are in.
--
-- Only indexable HTML pages are judged, unless the issue is about not being one. What the file does not tell
-- (null) gives no issue. Left out on purpose, because a crawl alone cannot prove a fault:   * noindex,
-- canonicalised and robots-blocked pages: usually meant so; a fault only where people search for the page   *
-- 429: the server refused the crawler's pace, not a visitor Duplicate titles are medium here. They are high
-- when the pages share a query, which only search data can show. Widths in pixels decide where they are known
-- (561 px is where Google cuts a title, 985 px a description), characters otherwise.
insert into technical_issues
    (account_id, site_id, import_id, issue_id, issue_type, title, severity, page_id, page, url, details, related_url, imported_at)
with recursive
    rules as (
        select *
        from values(
            'issue_type String, severity String, words String',
            ('server_error',             'critical', 'Server error'),
            ('broken_page',              'high',     'Broken page that is linked'),
            ('canonical_to_broken_page', 'high',     'Canonical points to a broken page'),
            ('canonical_to_noindex',     'high',     'Canonical points to a noindex page'),
            ('missing_title',            'high',     'Missing title'),
            ('redirect_chain',           'high',     'Redirect chain'),
            ('redirect_loop',            'high',     'Redirect loop'),
            ('duplicate_title',          'medium',   'Duplicate title'),
            ('long_title',               'medium',   'Title too long'),
            ('missing_description',      'medium',   'Missing meta description'),
            ('duplicate_description',    'medium',   'Duplicate meta description'),
            ('missing_h1',               'medium',   'Missing H1'),
            ('short_title',              'low',      'Title too short'),
            ('long_description',         'low',      'Meta description too long'),
            ('short_description',        'low',      'Meta description too short'),
            ('several_h1',               'low',      'Several H1 headings'),
            ('images_without_alt',       'low',      'Images without alt text')
        )
    ),

    crawled as (
        select
            *,
            coalesce(unique_inlinks, inlinks) as known_inlinks,
            cutFragment(redirect_url) as redirect_to,
            startsWith(content_type, 'text/html') or startsWith(content_type, 'application/xhtml')
                -- A report without types and answers (page titles, headings) lists HTML pages that answered.
                or content_type = '' and (status_code is null or coalesce(title, h1, description, '') != '') as is_html,
            position(concat(coalesce(meta_robots, ''), ' ', coalesce(x_robots_tag, ''), ' ', indexability_status) as robots, 'noindex') > 0
                or match(lower(robots), '\\b(noindex|none)\\b') as is_noindex,
            is_html and coalesce(status_code, 200) = 200 as is_page,
            is_page and coalesce(indexable, not is_noindex and canonical_page in ('', page) and redirect_url = '') as is_indexable
        from pages
        where account_id = {account_id:UUID} and site_id = {site_id:UUID} and import_id = {import_id:UUID}
    ),

    -- One row per text that several pages share: how many, and two of them, so that each page can name
    -- another.
    shared_titles as (
        select cityHash64(lowerUTF8(assumeNotNull(title))) as text_hash, uniqExact(page) as sharing_pages, groupArraySorted(2)(url) as examples
        from crawled
        where is_indexable and title != ''
        group by text_hash
        having sharing_pages > 1
    ),
    shared_descriptions as (
        select cityHash64(lowerUTF8(assumeNotNull(description))) as text_hash, uniqExact(page) as sharing_pages, groupArraySorted(2)(url) as examples
        from crawled
        where is_indexable and description != ''
        group by text_hash
        having sharing_pages > 1
    ),

    -- One row per page that a canonical of another page names.
    canonical_targets as (
        select
            page as target_page,
            min(coalesce(status_code, 0) between 400 and 499 and status_code != 429) as is_broken, -- every URL of the page is
            max(is_page and is_noindex) as is_hidden,
            any(status_code) as target_status
        from crawled
        where page in (select canonical_page from crawled where is_page and canonical_page not in ('', page))
        group by target_page
    ),

    redirects as (
        select url as from_url, redirect_to as to_url
        from crawled
        where redirect_url != ''
    ),
    -- One row per redirecting URL and number of steps from it, until the end, a URL seen before, or ten
    -- steps.
    steps as (
        select from_url as start_url, to_url as end_url, [from_url] as seen, toUInt8(1) as hops
        from redirects
        union all
        select steps.start_url, redirects.to_url, arrayPushBack(steps.seen, redirects.from_url), toUInt8(steps.hops + 1)
        from steps
        inner join redirects on redirects.from_url = steps.end_url
        where not has(steps.seen, steps.end_url) and steps.hops < 10
    ),
    chains as (
        select start_url, max(hops) as chain_hops, argMax(end_url, hops) as chain_end, max(has(seen, end_url)) as is_loop
        from steps
        group by start_url
        having chain_hops > 1 or is_loop
    ),

    faults as (
        select
            page,
            url,
            lengthUTF8(title) as title_characters,
            nullIf(title_pixels, 0) as title_width,
            lengthUTF8(description) as description_characters,
            nullIf(description_pixels, 0) as description_width,
            concat(toString(title_characters), ' characters', coalesce(concat(', ', toString(title_width), ' px'), '')) as title_size,
            concat(toString(description_characters), ' characters', coalesce(concat(', ', toString(description_width), ' px'), '')) as description_size,
            concat('Answers ', toString(status_code)) as answer,
            concat(toString(known_inlinks), if(known_inlinks = 1, ' link points', ' links point'), ' to it') as linked,
            if(shared_titles.examples[1] = url, shared_titles.examples[2], shared_titles.examples[1]) as title_twin,
            if(shared_descriptions.examples[1] = url, shared_descriptions.examples[2], shared_descriptions.examples[1]) as description_twin,
            -- (issue type, does it apply, details, related URL)
            arrayJoin(arrayFilter(rule -> coalesce(rule.2, false), [
                ('server_error', status_code between 500 and 599, concat(answer, coalesce(concat('; ', linked), '')), ''),
                ('broken_page', status_code between 400 and 499 and status_code != 429 and known_inlinks > 0, concat(answer, '; ', linked), ''),
                ('canonical_to_broken_page', is_page and canonical_page != page and is_broken,
                    concat('The canonical answers ', toString(target_status), ': ', canonical_page), canonical_page),
                ('canonical_to_noindex', is_page and canonical_page != page and is_hidden,
                    concat('The canonical is not to be indexed: ', canonical_page), canonical_page),
                ('redirect_chain', chain_hops > 1 and not is_loop, concat(toString(chain_hops), ' redirects before ', chain_end), chain_end),
                ('redirect_loop', is_loop, concat('Comes back to ', chain_end, ' after ', toString(chain_hops), if(chain_hops = 1, ' redirect', ' redirects')), chain_end),
                ('missing_title', is_indexable and title = '', 'No title', ''),
                ('duplicate_title', is_indexable and shared_titles.sharing_pages > 1,
                    concat('Same title as ', toString(shared_titles.sharing_pages - 1), if(shared_titles.sharing_pages = 2, ' other page: ', ' other pages, e.g. '), title_twin), title_twin),
                ('long_title', is_indexable and if(title_width is null, title_characters > 60, title_width > 561), title_size, ''),
                ('short_title', is_indexable and title != '' and if(title_width is null, title_characters < 30, title_width < 200), title_size, ''),
                ('missing_description', is_indexable and description = '', 'No meta description', ''),
                ('duplicate_description', is_indexable and shared_descriptions.sharing_pages > 1,
                    concat('Same description as ', toString(shared_descriptions.sharing_pages - 1), if(shared_descriptions.sharing_pages = 2, ' other page: ', ' other pages, e.g. '), description_twin), description_twin),
                ('long_description', is_indexable and if(description_width is null, description_characters > 155, description_width > 985), description_size, ''),
                ('short_description', is_indexable and description != '' and if(description_width is null, description_characters < 70, description_width < 400), description_size, ''),
                ('missing_h1', is_indexable and h1 = '' and coalesce(second_h1, '') = '', 'No H1', ''),
                ('several_h1', is_indexable and h1 != '' and (h1_count > 1 or second_h1 != ''),
                    concat(coalesce(concat(toString(h1_count), ' H1 headings, '), ''), 'the second is "', coalesce(second_h1, ''), '"'), ''),
                ('images_without_alt', is_indexable and images_without_alt > 0,
                    concat(toString(images_without_alt), if(images_without_alt = 1, ' image', ' images'), ' without alt text'), '')
            ])) as fault
        from crawled
        left join shared_titles on shared_titles.text_hash = cityHash64(lowerUTF8(coalesce(title, '')))
        left join shared_descriptions on shared_descriptions.text_hash = cityHash64(lowerUTF8(coalesce(description, '')))
        left join canonical_targets on canonical_targets.target_page = crawled.canonical_page
        left join chains on chains.start_url = crawled.url
    )
select
    {account_id:UUID},
    {site_id:UUID},
    {import_id:UUID},
    reinterpretAsUUID(MD5(concat(toString({site_id:UUID}), '\n', page, '\n', fault.1))),
    fault.1,
    rules.words,
    rules.severity,
    left(lower(hex(MD5(page))), 16),
    page,
    url,
    fault.3,
    fault.4,
    {imported_at:DateTime64(3, 'UTC')}
from faults
inner join rules on rules.issue_type = fault.1
order by page, fault.1, url
limit 1 by page, fault.1
