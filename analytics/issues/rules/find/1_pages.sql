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
            ('canonical_chain',          'medium',   'Canonical chain'),
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
            ('linked_canonicalized',     'low',      'Internal links to a canonicalized page'),
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

