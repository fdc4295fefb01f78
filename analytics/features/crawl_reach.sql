-- One row: what the crawler was told of how often the site's pages are seen, in all. Null: of none of them.
-- uses: pages_current
select
    sum(search_impressions) as impressions_told,
    sum(search_clicks) as clicks_told,
    sum(sessions) as sessions_told,
    sum(organic_visits) as visits_told
from pages_current
