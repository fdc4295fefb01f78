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

