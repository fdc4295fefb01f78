,
    -- Links to a redirect or to a copy are links to where it leads, and nobody clicks once more on the way.
    links_by_detour as (
        select if(is_respelled, page_key, leads_to) as detour_to, sum(known_inlinks) as detour_inlinks, min(crawl_depth) as detour_clicks, minIf(crawl_depth, is_redirect) as redirect_clicks
        from crawled
        where leads_to != 0 or is_respelled
        group by detour_to
    ),
    ranked as (
        select
            page_key,
            max(is_home) as is_home_page,
            max(crawl_depth) as counted_clicks,
            if(counted_clicks is null, null, least(counted_clicks, coalesce(max(detour_clicks), counted_clicks))) as own_clicks,
            coalesce(max(redirect_clicks) = 0, false) as is_first_redirect_to,
            max(link_score) as score,
            max(known_inlinks) + max(coalesce(detour_inlinks, 0)) as inlinks_in_all
        from crawled
        left join links_by_detour on links_by_detour.detour_to = crawled.page_key
        where is_ranked
        group by page_key
    ),
    measured as (
        select
            *,
            -- A crawl that began with a redirect to the home page counts that as a click of every page.
            if(own_clicks is null, null, greatest(0, toInt64(own_clicks) - (select coalesce(max(toInt64(counted_clicks) - toInt64(own_clicks)), 0) from ranked where is_home_page and is_first_redirect_to))) as clicks,
            if({method:String} = 'link score', score, toFloat64(inlinks_in_all)) as strength,
            sum(strength) over () as total_strength
        from ranked
    )
insert into page_ranks (account_id, site_id, import_id, links_import_id, ranking_id, page_key, rank, percentile, followed_inlinks, depth)
select
    {account_id:UUID},
    {site_id:UUID},
    {import_id:UUID},
    {links_import_id:UUID},
    {ranking_id:UUID},
    page_key,
    if(total_strength > 0, strength / total_strength, null),
    if(strength is null, null, (rank() over (partition by strength is null order by strength) - 1) / greatest(count(strength) over () - 1, 1)),
    inlinks_in_all,
    clicks
from measured
