-- One row: a page of the site that people came to in the window, from Search Console (impressions) or
-- Analytics (sessions). The pages with the most clicks and sessions come first.
-- uses: ga4_pages_current, gsc_pages_current
with
    visits as (
        select page, sum(clicks) as visited, sum(impressions) as seen
        from gsc_pages_current
        where day >= {from:Date}
        group by page

        union all

        select page, sum(sessions), 0
        from ga4_pages_current
        where day >= {from:Date}
        group by page
    )
select page
from visits
where page like 'http%'
group by page
order by sum(visited) desc, sum(seen) desc, page
limit {most:UInt32}
