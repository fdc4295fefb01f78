-- The technical issues that somebody should work on, with their pages. tasks.sql groups them.
-- uses: crawl_reach_of, deepest_folder_of, ga4_pages_current, gsc_pages_current, is_for_visitors, is_named_by_kind
-- uses: language_folder_of, naming_part_of, pages_current, technical_issues_current, written_alike
with
    (issue) -> endsWith(issue, '_title') or endsWith(issue, '_description') or endsWith(issue, '_h1') or issue = 'repeated_suffix' as is_wording,
    -- Whether a text is hardly off its limit, by the pixels in the details or else by the characters.
    (size, pixels, characters) -> if(match(size, '[0-9] px'), toFloat64OrZero(extract(size, '([0-9]+) px')) / pixels, toFloat64OrZero(extract(size, '^([0-9]+) char')) / characters) as share_of_limit,
    (issue, size) -> multiIf(
        issue = 'long_title', share_of_limit(size, 561, 60) < {noticeable:Float64},
        issue = 'short_title', share_of_limit(size, 200, 30) * {noticeable:Float64} > 1,
        issue = 'long_description', share_of_limit(size, 985, 155) < {noticeable:Float64},
        issue = 'short_description', share_of_limit(size, 400, 70) * {noticeable:Float64} > 1,
        false) as is_hardly_wrong,

    -- Whether most of the site links to an address, so that one entry of a menu or footer does.
    (pages_that_link) -> ifNull(pages_that_link, 0) >= {links_of_menu:UInt64} and ifNull(pages_that_link, 0) >= {menu_share:Float64} * {site_pages:Array(UInt64)}[1] as is_in_menu,
    -- The chain of redirects that tells of a redirect behind its start; '' without one.
    (details) -> extract(details, '; a later redirect of the chain from (.+)$') as chain_with,
    (address) -> queryString(address) != '' and path(address) not in ('', '/') and not is_for_visitors(address) as is_filtered_list,

    -- A page's month: clicks and impressions in search, else visits from search; and visits at all. Without
    -- either, what the crawl's own columns say, of an unknown time. No row: nothing is known.
    traffic as (
        select
            page as traffic_page,
            sum(row_clicks) as month_clicks,
            sum(row_impressions) as month_impressions,
            sum(row_sessions) as month_sessions,
            sum(row_in_crawl) as seen_by_crawl,
            multiIf({crawl_reach:String} != '', coalesce(seen_by_crawl, 0), {gsc_pages_days:UInt16} >= {min_days:UInt16}, month_impressions, month_sessions) as seen
        from (
            select page, clicks as row_clicks, impressions as row_impressions, 0 as row_sessions, cast(null, 'Nullable(UInt64)') as row_in_crawl
            from gsc_pages_current
            where day between {gsc_from:Date} and {gsc_to:Date}
              and {gsc_pages_days:UInt16} >= {min_days:UInt16}

            union all

            select page, if(channel = 'Organic Search' and {gsc_pages_days:UInt16} < {min_days:UInt16}, sessions, 0), 0, sessions, null
            from ga4_pages_current
            where day between {ga4_from:Date} and {ga4_to:Date}
              and {ga4_pages_days:UInt16} >= {min_days:UInt16}

            union all

            select page, 0, 0, 0, crawl_reach_of(search_impressions, search_clicks, sessions, organic_visits)
            from pages_current
            where {crawl_reach:String} != ''
        )
        group by page
    ),

    -- Pages that people see in search.
    searched_pages as (
        select page
        from gsc_pages_current
        where day between {gsc_from:Date} and {gsc_to:Date}
          and {gsc_pages_days:UInt16} >= {min_days:UInt16}
        group by page
        having sum(impressions) >= {min_hidden_impressions:UInt64}
    ),

    -- Whether a canonical only says which of several addresses of a list or page counts: that is what it is
    -- for.
    (address, canonical) -> canonical != '' and domainWithoutWWW(address) = domainWithoutWWW(canonical)
        and lower(trimRight(path(address), '/')) = lower(trimRight(path(canonical), '/')) and naming_part_of(address) = naming_part_of(canonical) as is_variant_of,

    -- Headings of the layout, which name none of the pages that they stand on: the same on many, or signs.
    layout_headings as (
        select arrayJoin(arrayFilter(each -> each != '', [lowerUTF8(coalesce(h1, '')), lowerUTF8(coalesce(second_h1, ''))])) as layout_heading
        from pages_current
        where status_code = 200
        group by layout_heading
        having uniqExact(page) >= {min_pages:UInt64} or not match(layout_heading, '[\\p{L}\\p{N}]')
    ),

    -- One row per crawled URL, with what it says of itself.
    judged_pages as (
        select
            *,
            cityHash64(url) as url_key,
            coalesce(unique_inlinks, inlinks) as links_to_page, -- pages that link here: for order and reach
            status_code = 200 and (startsWith(content_type, 'text/html') or startsWith(content_type, 'application/xhtml')) as is_page,
            multiIf(
                indexability_status = 'blocked by robots.txt', indexability_status,
                not is_page or coalesce(indexable, positionCaseInsensitive(concat(coalesce(meta_robots, ''), coalesce(x_robots_tag, '')), 'noindex') = 0), '',
                indexability_status = '', 'noindex',
                indexability_status = 'canonicalised' and is_variant_of(page, canonical_page), '',
                indexability_status) as why_hidden
        from pages_current
    ),
    -- Pages that people see in search and that are on their way out of it.
    hidden_pages as (
        select page
        from judged_pages
        where why_hidden != '' and page in (select page from searched_pages)
    ),
    -- With the deepest folder it lies in; '' is the whole site. Texts as hashes: a site's worth of them is
    -- large.
    crawled as (
        select
            url_key,
            links_to_page,
            coalesce(inlinks, unique_inlinks) as all_links, -- what somebody has to change, as crawlers count it
            is_page,
            why_hidden,
            cityHash64(lowerUTF8(coalesce(title, ''))) as title_key,
            cityHash64(lowerUTF8(coalesce(description, ''))) as description_key,
            status_code in (302, 303, 307) as is_temporary_redirect,
            deepest_folder_of(page) as folder
        from judged_pages
    ),

    -- One row per issue not marked as fixed that somebody should work on: a shared text is rewritten whatever
    -- its length, and the second page of a list may say what the first one says.
    raised_issues as (
        select
            issue_type,
            severity,
            page,
            url,
            details,
            related_url,
            -- Several headings of the layout alone are a missing one.
            issue_type = 'several_h1' and url in (
                select url
                from pages_current
                where coalesce(h1_count, 2) <= 2
                  and lowerUTF8(coalesce(h1, '')) in (select layout_heading from layout_headings)
                  and lowerUTF8(coalesce(second_h1, '')) in (select layout_heading from layout_headings)) as is_unnamed
        from technical_issues_current as technical_issues
        where not has({fixed:Array(UUID)}, issue_id)
          and not is_hardly_wrong(issue_type, details)
          -- What visitors do behind a login, or a server's list of files, is not what people search for.
          and not (is_wording(issue_type) and (is_for_visitors(page) or issue_type != 'missing_title' and url in (
              select url
              from pages_current
              where startsWith(coalesce(title, ''), 'Index of /'))))
          and not (issue_type = 'linked_redirect' and chain_with(details) in (
              select url
              from technical_issues_current as technical_issues
              where issue_type = 'redirect_chain' and not has({fixed:Array(UUID)}, issue_id)))
          -- The index file of a folder is the folder, and its texts are the folder's.
          and not (issue_type = 'duplicate_description' and match(path(url), {index_files:String}))
          and not (match(url, '(?i)[?&](page|paged|pg|start|offset)=[0-9]+|/page/[0-9]+/?$') and (endsWith(issue_type, '_title') or endsWith(issue_type, '_description')))
          -- Another address of a page that says the same wants a canonical, not a text of its own.
          and not (issue_type in ('duplicate_title', 'duplicate_description') and queryString(page) != '' and (issue_type, cutQueryString(page)) in (
              select issue_type, page
              from technical_issues_current as technical_issues
              where issue_type in ('duplicate_title', 'duplicate_description')))
          -- “Contact” or “Careers” says all that such a page has to say.
          and not (issue_type = 'short_title' and is_named_by_kind(page))
          -- A page that search shows is to name itself: links and canonicals that lead there are right.
          and not (issue_type in ('canonical_chain', 'linked_canonicalized') and url in (
              select url
              from (select url, arrayJoin([page, canonical_page]) as page_or_canonical from judged_pages)
              where page_or_canonical in (select page from hidden_pages)))
          -- Visitors choose a language, whatever page search engines show.
          and not (issue_type = 'linked_canonicalized' and language_folder_of(url) != language_folder_of(related_url))
          -- A title with its ending twice is too long for that.
          and not (issue_type in ('short_title', 'long_title') and page_id in (
              select page_id
              from technical_issues_current as technical_issues
              where issue_type in ('duplicate_title', 'repeated_suffix')))
          and not (issue_type in ('short_description', 'long_description') and page_id in (
              select page_id
              from technical_issues_current as technical_issues
              where issue_type = 'duplicate_description'))

        union all

        -- A page that people see in search results and that is on its way out of them: no crawl alone can
        -- tell.
        select 'hidden_page', cast('critical', 'Enum8(\'critical\' = 1, \'high\' = 2, \'medium\' = 3, \'low\' = 4)'), page, url, '', '', false
        from judged_pages
        where why_hidden != ''
          and page in (select page from searched_pages)
          -- A canonical that leads nowhere is why, and an issue of its own.
          and page not in (
              select page
              from technical_issues_current as technical_issues
              where issue_type in ('canonical_to_broken_page', 'canonical_to_noindex', 'canonical_to_redirect'))

        union all

        -- Another address of a page that search shows beside it, as no canonical says which.
        select 'missing_canonical', cast('medium', 'Enum8(\'critical\' = 1, \'high\' = 2, \'medium\' = 3, \'low\' = 4)'), page, url, '', '', false
        from technical_issues_current as technical_issues
        where issue_type = 'duplicate_title' and queryString(page) != ''
          and cutQueryString(page) in (
              select page
              from technical_issues_current as technical_issues
              where issue_type = 'duplicate_title')
          and page in (select page from searched_pages)
          -- Where no page has one, the layout is to write them all.
          and (select count() from technical_issues_current as technical_issues where issue_type = 'no_canonicals' and not has({fixed:Array(UUID)}, issue_id)) = 0
    ),
    -- One row per chain with links to its later redirects: these are updated with it.
    later_hops as (
        select chain_with(details) as chain_start, groupArray((crawled.url_key, ifNull(all_links, 0), toUInt64(is_in_menu(links_to_page)))) as hops
        from technical_issues_current as technical_issues
        inner join crawled on crawled.url_key = cityHash64(technical_issues.url)
        where issue_type = 'linked_redirect' and chain_start != '' and not is_temporary_redirect and not has({fixed:Array(UUID)}, issue_id)
        group by chain_start
    ),
    issues as (
        select
            if(is_unnamed, 'missing_h1', raised_issues.issue_type) as issue_type,
            if(is_unnamed, cast('medium', 'Enum8(\'critical\' = 1, \'high\' = 2, \'medium\' = 3, \'low\' = 4)'), raised_issues.severity) as severity,
            page,
            url,
            url_key,
            links_to_page,
            all_links,
            folder,
            -- Pages for different countries or languages may say the same.
            multiIf(
                issue_type = 'duplicate_title', cityHash64(title_key, language_folder_of(page)),
                issue_type = 'duplicate_description', cityHash64(description_key, language_folder_of(page)),
                -- One layout writes the headings that stand in for the pages' own, and one habit the
                -- addresses of links that are redirected to another spelling, wherever they are.
                is_unnamed or is_rewrite and issue_type = 'linked_redirect', 1,
                0) as text_key,
            -- Where a chain of redirects ends, and whether it only corrects how the address is written.
            if(issue_type = 'redirect_chain', cityHash64(related_url), 0) as end_key,
            if(issue_type = 'redirect_chain', hops, []) as hops_of_chain,
            issue_type in ('redirect_chain', 'linked_redirect') and written_alike(url) = written_alike(related_url) as is_rewrite,
            is_rewrite and trimRight(url, '/') = trimRight(related_url, '/') as is_slash
        from raised_issues
        inner join crawled on crawled.url_key = cityHash64(raised_issues.url)
        left join later_hops on later_hops.chain_start = raised_issues.url
        -- Nobody of the site goes through a chain without links.
        where not (issue_type = 'redirect_chain' and ifNull(links_to_page, 1) = 0)
          -- A redirect to another site is what the address is for: a short link. Where a menu has it and the
          -- path stays, the site moved.
          and not (issue_type = 'linked_redirect' and domainWithoutWWW(url) != domainWithoutWWW(related_url)
              and not (is_in_menu(links_to_page) and trimRight(path(url), '/') = trimRight(path(related_url), '/')))
          -- Links stay where a redirect says it is temporary, and away from what is not to be indexed, unless
          -- they end in an error, or a menu has them and sends visitors and crawlers to a filtered list.
          and not (issue_type = 'linked_redirect' and not (is_in_menu(links_to_page) and is_filtered_list(related_url))
              and cityHash64(related_url) not in (select url_key from judged_pages where status_code >= 400)
              and (is_temporary_redirect or cityHash64(related_url) in (
                  select url_key
                  from judged_pages
                  where why_hidden != '' or canonical_page != '' and written_alike(canonical_page) != written_alike(page))))
    )
select *
from issues
