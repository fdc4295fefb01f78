-- One row: a landing page of visits that an AI assistant sent in the window.
-- uses: ga4_assistants_current
with visited as (
    select
        site_id as site,
        transform(lower(source), {ai_sources:Array(String)}, {ai_names:Array(String)}, source) as sender,
        page as address,
        toInt64(sumIf(sessions, day >= {from:Date})) as sessions_now,
        toInt64(sumIf(sessions, day < {from:Date})) as sessions_before,
        toInt64(sumIf(engaged_sessions, day >= {from:Date})) as engaged_now,
        sumIf(conversions, day >= {from:Date} and isFinite(conversions)) as conversions_now,
        sumIf(revenue, day >= {from:Date} and isFinite(revenue)) as revenue_now,
        groupUniqArrayIf(currency, day >= {from:Date} and revenue != 0) as currencies
    from ga4_assistants_current
    where (day between {from:Date} and {to:Date} or day between {compared_from:Date} and {compared_to:Date})
    group by site, sender, address
)
select
    site as site_id,
    sender as assistant,
    nullIf(address, '') as url, -- Analytics does not know where they came in
    sessions_now as sessions,
    if(sessions_before > 0, 100 * (sessions_now / sessions_before - 1), null) as sessions_change,
    engaged_now as engaged_sessions,
    conversions_now as conversions,
    if(sessions_now > 0, 100 * conversions_now / sessions_now, null) as conversion_rate,
    -- Money of several currencies has no sum.
    if(length(currencies) < 2, revenue_now, null) as revenue,
    if(length(currencies) = 1, currencies[1], null) as currency,
    count() over () as total,
    0 as unsorted
from visited
where sessions_now > 0
  and ({q:String} = '' or positionCaseInsensitiveUTF8(address, {q:String}) > 0 or positionCaseInsensitiveUTF8(sender, {q:String}) > 0)
order by
    {ascending:Identifier} asc nulls last,
    {descending:Identifier} desc nulls last,
    sessions desc,
    assistant,
    url,
    site_id
limit {limit:UInt32} offset {offset:UInt32}
settings enable_materialized_cte = 1
