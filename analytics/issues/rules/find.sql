-- One row: one kind of fault on one page of one import, run once its pages are in. Unknowns (null) give none.
-- Only indexable HTML pages are judged, unless the issue is about not being one.
insert into technical_issues
    (account_id, site_id, import_id, issue_id, issue_type, title, severity, page_id, page, url, details, related_url, imported_at)
with recursive
    -- Log-in and log-out, accounts, carts, and what a network adds under /cdn-cgi/.
    (address) -> match(path(address), '(?i)(^/cdn-cgi/|/(log-?(in|out|off)|sign-?(in|out|up)|anmelden|abmelden|connexion|deconnexion|wp-login[.]php|wp-admin|(my-?|mein-?|mon-?)?(account|konto|compte)|(shopping-?|add-to-)?cart|basket|warenkorb|panier|carrito|checkout|kasse)(/|[.](php|html?|aspx?)|$))')
        or match(queryString(address), '(?i)(^|&)(add-to-cart=|(action=)?log-?out(=|&|$))') as is_utility_address,

    rules as (
        select *
        from values(
            'issue_type String, severity String, words String',
            ('server_error',             'critical', 'Server error'),
            ('broken_page',              'high',     'Broken link target'),
            ('canonical_to_broken_page', 'high',     'Canonical points to a broken page'),
            ('canonical_to_noindex',     'high',     'Canonical points to a noindex page'),
            ('canonical_to_redirect',    'high',     'Canonical points to a redirect'),
            ('missing_title',            'high',     'Missing title'),
            ('redirect_chain',           'high',     'Redirect chain'),
            ('redirect_loop',            'high',     'Redirect loop'),
            -- High when the pages share a query, which only search data can show.
            ('duplicate_title',          'medium',   'Duplicate title'),
            ('long_title',               'medium',   'Title too long'),
            ('missing_description',      'medium',   'Missing meta description'),
            ('duplicate_description',    'medium',   'Duplicate meta description'),
            ('missing_h1',               'medium',   'Missing H1'),
            ('short_title',              'low',      'Title too short'),
            ('long_description',         'low',      'Meta description too long'),
            ('short_description',        'low',      'Meta description too short'),
            ('several_h1',               'low',      'Multiple H1s'),
            ('images_without_alt',       'low',      'Images without alt text'),
            ('missing_return_link',      'medium',   'Missing hreflang return link'),
            ('repeated_suffix',          'medium',   'Title ends with the same words twice'),
            ('duplicate_h1',             'low',      'Duplicate H1'),
            ('linked_redirect',          'low',      'Internal links to a redirect'),
            ('empty_h1',                 'low',      'First H1 is empty'),
            ('no_canonicals',            'low',      'No page has a canonical'),
            ('slash_twins',              'low',      'Answers with and without a trailing slash'),
            ('forbidden_page',           'low',      'Linked page denies access'),
            ('broken_outlinks',          'low',      'Broken links to other sites')
        )
    ),

    crawled as (
        select
            *,
            coalesce(unique_inlinks, inlinks) as known_inlinks, -- pages that link here
            coalesce(inlinks, unique_inlinks) as known_links,
            cutFragment(redirect_url) as redirect_to,
            startsWith(content_type, 'text/html') or startsWith(content_type, 'application/xhtml')
                -- A report without types and answers (page titles, headings) lists HTML pages that answered.
                or content_type = '' and (status_code is null or concat(coalesce(title, ''), coalesce(h1, ''), coalesce(description, '')) != '') as is_html,
            position(concat(coalesce(meta_robots, ''), ' ', coalesce(x_robots_tag, ''), ' ', indexability_status) as robots, 'noindex') > 0
                or match(lower(robots), '\\b(noindex|none)\\b') as is_noindex,
            is_html and coalesce(status_code, 200) = 200 as is_page,
            endsWith(path(url), '/') as ends_with_slash,
            -- Pages where visitors sign in or buy: nobody searches for them, so nothing about search is a
            -- fault.
            is_utility_address(page) as is_utility,
            -- A browser goes to https by itself where HSTS says so: that takes no request.
            positionCaseInsensitive(redirect_type, 'hsts') > 0 as is_browsers_own,
            coalesce(status_code in (302, 303, 307), false) and not is_browsers_own as is_temporary,
            -- Noindex, canonicalized and blocked pages are usually meant so: they are a fault only where
            -- people search for the page, which no crawl can prove.
            is_page and coalesce(indexable, not is_noindex and canonical_page in ('', page) and redirect_url = '') and not is_utility as is_indexable,
            -- The last separator of a title and what follows it, such as " | Shop".
            extract(coalesce(title, ''), '\\s[|–—·•-]\\s[^|–—·•]{2,40}$') as title_end
        from pages
        where account_id = {account_id:UUID} and site_id = {site_id:UUID} and import_id = {import_id:UUID} and own
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

    shared_h1 as (
        select cityHash64(lowerUTF8(assumeNotNull(h1))) as text_hash, uniqExact(page) as sharing_pages, groupArraySorted(2)(url) as examples
        from crawled
        where is_indexable and h1 != ''
        group by text_hash
        having sharing_pages > 1
    ),

    -- One row per page that answers with and without a trailing slash while no canonical says which address
    -- counts. The form that most pages of the site have stays.
    slash_twins as (
        select
            page as twin_page,
            (select 2 * countIf(ends_with_slash) >= count() from crawled where is_indexable and path(page) != '/' and not match(path(url), '[.][A-Za-z0-9]{2,5}$')) as keeps_slash,
            minIf(url, ends_with_slash = keeps_slash) as kept_url,
            minIf(url, ends_with_slash != keeps_slash) as leaving_url,
            uniqExact(lowerUTF8(coalesce(title, ''))) > 1 as has_two_titles
        from crawled
        where is_page and coalesce(indexable, not is_noindex) and not is_utility and redirect_url = '' and path(page) != '/' and queryString(url) = queryString(page)
          and (canonical = '' or canonical_page = page and endsWith(cutQueryStringAndFragment(canonical), '/') = ends_with_slash)
        group by page
        having uniqExact(ends_with_slash) = 2
    ),

    redirects as (
        select url as from_url, redirect_to as to_url, is_temporary, toUInt8(not is_browsers_own) as is_hop
        from crawled
        where redirect_url != ''
    ),
    -- One row per redirecting URL and number of steps from it, until the end, a URL seen before, or ten
    -- steps.
    steps as (
        select from_url as start_url, to_url as end_url, [from_url] as seen, is_hop as hops, is_temporary as passes
        from redirects
        union all
        select steps.start_url, redirects.to_url, arrayPushBack(steps.seen, redirects.from_url), toUInt8(steps.hops + redirects.is_hop), steps.passes or redirects.is_temporary
        from steps
        inner join redirects on redirects.from_url = steps.end_url
        where not has(steps.seen, steps.end_url) and steps.hops < 10
    ),
    chains as (
        select start_url, max(hops) as chain_hops, argMax(end_url, length(seen)) as chain_end, max(has(seen, end_url)) as is_loop, max(passes) as passes_temporary
        from steps
        group by start_url
        having max(length(seen)) > 1 or is_loop
    ),

    -- One row per page that a canonical of another page names.
    canonical_targets as (
        select
            page as target_page,
            min(coalesce(status_code, 0) between 400 and 499 and status_code not in (401, 403, 407, 429)) as is_broken, -- every URL of the page is
            max(is_page and is_noindex) as is_hidden,
            any(status_code) as target_status,
            -- Every URL of the page redirects for good.
            min(redirect_to != '' and not is_temporary and not coalesce(is_loop or passes_temporary, false)) as is_redirect,
            any(if(chain_end != '', chain_end, redirect_to)) as target_leads_to
        from crawled
        left join chains on chains.start_url = crawled.url
        where page in (select canonical_page from crawled where is_page and canonical_page not in ('', page))
        group by target_page
    ),
    -- One row per URL that a canonical may name instead; its own may name the redirect that leads to it.
    canonical_ends as (
        select url as good_end, if(is_indexable, '', canonical_page) as named_instead
        from crawled
        where is_indexable or is_page and not is_noindex and not is_utility and canonical_page not in ('', page)
    ),

    -- One row per page that a page names as its alternate in another language, both ways known.
    alternates as (
        select
            url as from_url,
            arrayJoin(arrayDistinct(arrayMap(
                value -> cutFragment(value), mapValues(mapFilter((header, value) -> match(header, '(?i)hreflang \\d+ url$'), columns))))) as to_url
        from crawled
        where is_page
    ),
    -- One row per page with an alternate that names others, but not this page.
    unreturned as (
        select named.from_url as page_url, uniqExact(named.to_url) as silent_pages, min(named.to_url) as first_silent
        from alternates as named
        where named.from_url != named.to_url
          and named.to_url in (select from_url from alternates)
          and (named.to_url, named.from_url) not in (select from_url, to_url from alternates)
        group by page_url
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
            concat('Returns ', toString(status_code)) as answer,
            concat(toString(known_links), if(known_links = 1, ' internal link', ' internal links')) as linked,
            if(shared_titles.examples[1] = url, shared_titles.examples[2], shared_titles.examples[1]) as title_twin,
            if(shared_h1.examples[1] = url, shared_h1.examples[2], shared_h1.examples[1]) as h1_twin,
            if(shared_descriptions.examples[1] = url, shared_descriptions.examples[2], shared_descriptions.examples[1]) as description_twin,
            -- (issue type, does it apply, details, related URL)
            arrayJoin(arrayFilter(rule -> coalesce(rule.2, false), [
                ('server_error', status_code between 500 and 599, concat(answer, coalesce(concat('; ', linked), '')), ''),
                -- With 401, 403, 407 and 429 the server refuses the crawler: the page may be there.
                ('broken_page', status_code between 400 and 499 and status_code not in (401, 403, 407, 429) and known_inlinks > 0 and not startsWith(path(page), '/cdn-cgi/'),
                    concat(answer, '; ', linked), ''),
                ('forbidden_page', status_code in (401, 403) and known_inlinks > 0 and not is_utility, concat(answer, ' to the crawler; ', linked), ''),
                ('linked_redirect', redirect_to != '' and known_inlinks > 0 and chain_hops <= 1 and not is_loop and not is_utility and not is_utility_address(redirect_to),
                    concat(if(coalesce(status_code between 300 and 399, false), answer, 'Redirects'), '; ', linked), if(chain_end != '', chain_end, redirect_to)),
                ('canonical_to_broken_page', is_page and canonical_page != page and is_broken,
                    concat('The canonical answers ', toString(target_status), ': ', canonical_page), canonical_page),
                ('canonical_to_noindex', is_page and canonical_page != page and is_hidden,
                    concat('The canonical is not to be indexed: ', canonical_page), canonical_page),
                ('canonical_to_redirect', is_page and canonical_page != page and is_redirect and good_end != '' and named_instead in ('', canonical_page) and domainWithoutWWW(good_end) = domainWithoutWWW(page),
                    concat('The canonical "', canonical_page, '" redirects to ', target_leads_to), target_leads_to),
                ('redirect_chain', chain_hops > 1 and not is_loop and not is_utility and not is_utility_address(chain_end), concat(if(chain_hops = 10, 'At least ', ''), toString(chain_hops), ' redirects before ', chain_end), chain_end),
                ('redirect_loop', is_loop, concat('Comes back to ', chain_end, ' after ', toString(chain_hops), if(chain_hops = 1, ' redirect', ' redirects')), chain_end),
                ('slash_twins', url = leaving_url, concat('Answers at ', kept_url, ' too', if(has_two_titles, ', with another title', '')), kept_url),
                ('missing_title', is_indexable and title = '', 'No title', ''),
                ('duplicate_title', is_indexable and shared_titles.sharing_pages > 1,
                    concat('Same title as ', toString(shared_titles.sharing_pages - 1), if(shared_titles.sharing_pages = 2, ' other page: ', ' other pages, e.g. '), title_twin), title_twin),
                -- By pixels where they are known (Google cuts a title at 561, a description at 985), else
                -- characters.
                ('long_title', is_indexable and title != '' and if(title_width is null, title_characters > 60, title_width > 561), title_size, ''),
                ('short_title', is_indexable and title != '' and if(title_width is null, title_characters < 30, title_width < 200), title_size, ''),
                ('missing_description', is_indexable and description = '', 'No meta description', ''),
                ('duplicate_description', is_indexable and shared_descriptions.sharing_pages > 1,
                    concat('Same description as ', toString(shared_descriptions.sharing_pages - 1), if(shared_descriptions.sharing_pages = 2, ' other page: ', ' other pages, e.g. '), description_twin), description_twin),
                ('long_description', is_indexable and description != '' and if(description_width is null, description_characters > 155, description_width > 985), description_size, ''),
                ('short_description', is_indexable and description != '' and if(description_width is null, description_characters < 70, description_width < 400), description_size, ''),
                ('missing_h1', is_indexable and h1 = '' and coalesce(second_h1, '') = '', 'No H1', ''),
                ('empty_h1', is_indexable and h1 = '' and second_h1 != '', concat('The first H1 is empty, the second is "', coalesce(second_h1, ''), '"'), ''),
                ('several_h1', is_indexable and h1 != '' and (h1_count > 1 or second_h1 != ''),
                    concat(coalesce(concat(toString(h1_count), ' H1 headings, '), ''), 'the second is "', coalesce(second_h1, ''), '"'), ''),
                ('duplicate_h1', is_indexable and shared_h1.sharing_pages > 1,
                    concat('Same H1 as ', toString(shared_h1.sharing_pages - 1), if(shared_h1.sharing_pages = 2, ' other page: ', ' other pages, e.g. '), h1_twin), h1_twin),
                ('repeated_suffix', is_indexable and title_end != '' and endsWith(assumeNotNull(title), concat(title_end, title_end)),
                    concat('Ends with "', trimBoth(title_end), '" twice'), ''),
                ('missing_return_link', is_indexable and (silent_pages > 0 or has(listed_in, 'Hreflang: Missing Return Links')),
                    if(silent_pages > 0, concat(toString(silent_pages), if(silent_pages = 1, ' alternate does', ' alternates do'), ' not link back: ', first_silent), 'Its alternates do not link back'),
                    first_silent),
                ('images_without_alt', is_indexable and images_without_alt > 0,
                    concat(toString(images_without_alt), if(images_without_alt = 1, ' image', ' images'), ' without alt text'), '')
            ])) as fault
        from crawled
        left join shared_titles on shared_titles.text_hash = cityHash64(lowerUTF8(coalesce(title, '')))
        left join shared_descriptions on shared_descriptions.text_hash = cityHash64(lowerUTF8(coalesce(description, '')))
        left join canonical_targets on canonical_targets.target_page = crawled.canonical_page
        left join canonical_ends on canonical_ends.good_end = canonical_targets.target_leads_to
        left join chains on chains.start_url = crawled.url
        left join slash_twins on slash_twins.twin_page = crawled.page
        left join unreturned on unreturned.page_url = crawled.url
        left join shared_h1 on shared_h1.text_hash = cityHash64(lowerUTF8(coalesce(h1, '')))
    ),

    -- At most one row: what is broken of the links to other sites. It stands on the home page.
    broken_outlinks as (
        select
            count() as broken_addresses,
            min(url) as first_broken,
            ('broken_outlinks', true, concat(toString(broken_addresses), if(broken_addresses = 1, ' outgoing link answers', ' outgoing links answer'), ' 404 or 410, such as ', first_broken, '; 401, 403 and 429 are not counted'), first_broken) as fault
        from pages
        where account_id = {account_id:UUID} and site_id = {site_id:UUID} and import_id = {import_id:UUID}
          and not own and status_code in (404, 410) and coalesce(unique_inlinks, inlinks, 1) > 0
        having broken_addresses > 0
    ),
    -- At most one row: no page names a canonical, in the page or a header. Filtered lists can't show that.
    no_canonicals as (
        select ('no_canonicals', true, concat(toString(uniqExactIf(page, is_indexable and listed_in = [])), ' indexable pages, none with a canonical'), '') as fault
        from crawled
        where is_page
        having uniqExactIf(page, is_indexable and listed_in = []) >= 20
           and countIf(canonical is null or canonical != '' or mapExists((name, value) -> positionCaseInsensitive(name, 'canonical') > 0 and value != '', columns)) = 0
    ),
    all_faults as (
        select page, url, fault
        from faults
        union all
        select home.page, home.url, of_site.fault
        from (select fault from broken_outlinks union all select fault from no_canonicals) as of_site
        cross join (select page, url from crawled order by length(page), page, url limit 1) as home
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
from all_faults
inner join rules on rules.issue_type = fault.1
order by page, fault.1, url in (select leaving_url from slash_twins), url
limit 1 by page, fault.1
