-- One row per crawled URL. Stands in front of the other queries of this folder. Ranked are the pages that
-- search engines may keep, as analytics/issues/rules/find judges them.
with
    main_host as (
        select domainWithoutWWW(page) as host
        from pages
        where account_id = {account_id:UUID} and site_id = {site_id:UUID} and import_id = {import_id:UUID} and own
        group by host
        order by count() desc, host
        limit 1
    ),
    crawled as (
        select
            cityHash64(page) as page_key,
            startsWith(content_type, 'text/html') or startsWith(content_type, 'application/xhtml')
                or content_type = '' and (status_code is null or concat(coalesce(title, ''), coalesce(h1, ''), coalesce(description, '')) != '') as is_html,
            match(lower(concat(coalesce(meta_robots, ''), ' ', coalesce(x_robots_tag, ''), ' ', indexability_status)), '\\b(noindex|none)\\b') as is_noindex,
            is_html and coalesce(status_code, 200) = 200
                and coalesce(indexable, not is_noindex and canonical_page in ('', page) and redirect_url = '') as is_ranked,
            -- An unranked page may lead to a ranked one: its redirect's target, else its canonical's.
            if(redirect_page not in ('', page), redirect_page, if(canonical_page != page, canonical_page, '')) as target,
            if(is_ranked or target = '', 0, cityHash64(target)) as leads_to,
            not is_ranked and redirect_page != '' as is_redirect,
            not is_ranked and redirect_page = page as is_respelled, -- /a, which redirects to /a/
            domainWithoutWWW(page) = (select host from main_host) and path(page) in ('', '/') and queryString(page) = '' as is_home,
            crawl_depth,
            coalesce(unique_inlinks, inlinks) as known_inlinks,
            link_score
        from pages
        where account_id = {account_id:UUID} and site_id = {site_id:UUID} and import_id = {import_id:UUID} and own
    )
