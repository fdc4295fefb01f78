-- What the crawl's own columns say of how often a page is seen, in the measure of the site; null: unknown.
(impressions, clicks, sessions, visits) -> multiIf(
    {crawl_reach:String} = 'impressions', impressions,
    {crawl_reach:String} = 'clicks', clicks,
    {crawl_reach:String} = 'sessions', sessions,
    {crawl_reach:String} = 'visits', visits,
    null)
