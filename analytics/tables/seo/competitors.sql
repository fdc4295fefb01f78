-- One row: a domain that ranks for the same queries as a site, when Semrush was asked last.
-- uses: semrush_competitors_newest, semrush_positions_newest
with
    rivals as (
        select site_id as site, domain as rival, relevance as nearness, common_keywords as common, keywords as rivals_keywords, traffic as visits, traffic_cost as worth, day as read_on
        from semrush_competitors_newest
        where ({q:String} = '' or positionCaseInsensitiveUTF8(domain, {q:String}) > 0)
    ),
    own as (
        select site_id as site, uniqExact(query) as queries_of_site
        from semrush_positions_newest
        group by site
    )
select
    site as site_id,
    rival as domain,
    100 * nearness as relevance,
    common as common_keywords,
    rivals_keywords as keywords,
    if(rivals_keywords > 0, least(100, 100 * common / rivals_keywords), null) as overlap,
    queries_of_site as own_keywords,
    if(queries_of_site > 0, least(100, 100 * common / queries_of_site), null) as own_share,
    visits as traffic,
    worth as traffic_cost,
    read_on as as_of,
    count() over () as total,
    0 as unsorted
from rivals
left join own using (site)
order by
    {ascending:Identifier} asc nulls last,
    {descending:Identifier} desc nulls last,
    coalesce(relevance, 0) desc,
    coalesce(common_keywords, 0) desc,
    domain,
    site_id
limit {limit:UInt32} offset {offset:UInt32}
settings enable_materialized_cte = 1, join_use_nulls = 1
