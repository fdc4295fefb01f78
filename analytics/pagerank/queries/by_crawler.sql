,
    -- Links to a redirect or to a copy are links to where it leads.
    links_by_detour as (
        select leads_to, sum(known_inlinks) as detour_inlinks
        from crawled
        where leads_to != 0
        group by leads_to
    ),
    ranked as (
        select
            page_key,
            max(crawl_depth) as clicks,
            max(link_score) as score,
            max(known_inlinks) + max(coalesce(detour_inlinks, 0)) as inlinks_in_all
        from crawled
        left join links_by_detour on links_by_detour.leads_to = crawled.page_key
        where is_ranked
        group by page_key
    ),
    measured as (
        select
            *,
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
