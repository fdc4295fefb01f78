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

    -- One row per URL that a chain with links passes: it is told with the first of these chains.
    passed_urls as (
        select hop_url, min(start_url) as chain_url
        from steps
        array join arraySlice(seen, 2) as hop_url
        where start_url in (
            select url
            from crawled
            inner join chains on chains.start_url = crawled.url
            where chain_hops > 1 and not is_loop and not is_utility and not is_utility_address(chain_end) and coalesce(known_inlinks, 1) > 0)
        group by hop_url
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

    -- One row per answering page whose URLs all name one other page as their canonical.
    canonicalized as (
        select page as from_page, any(canonical_page) as to_page
        from crawled
        where is_page
        group by page
        having min(canonical_page not in ('', page) and not is_noindex) and uniqExact(canonical_page) = 1
    ),
    -- One row per such page and number of canonicals from it.
    canonical_steps as (
        select from_page as start_page, to_page as next_page, [from_page] as passed
        from canonicalized
        union all
        select canonical_steps.start_page, canonicalized.to_page, arrayPushBack(canonical_steps.passed, canonicalized.from_page)
        from canonical_steps
        inner join canonicalized on canonicalized.from_page = canonical_steps.next_page
        where not has(canonical_steps.passed, canonical_steps.next_page) and length(canonical_steps.passed) < 10
    ),
    -- One row per such page whose canonicals end at an indexable page of the same host, by the URL to use.
    canonical_leads as (
        select start_page as lead_page, length(passed) as canonical_hops, end_url, end_title
        from canonical_steps
        inner join (
            select
                page as end_page,
                argMin(url, (url in (select leaving_url from slash_twins), coalesce(canonical, '') not in ('', url), not startsWith(url, 'https:'), url)) as end_url,
                any(title) as end_title
            from crawled
            where is_indexable and canonical_page in ('', page)
            group by page
        ) as ends on ends.end_page = canonical_steps.next_page
        where domainWithoutWWW(start_page) = domainWithoutWWW(end_page)
    ),

