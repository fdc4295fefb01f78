-- One row: a day of the window or of the compared one, with what was counted on it. A day that did not come
-- has no figures: it is not zero.
-- uses: ga4_totals_current, gads_campaigns_current, gsc_totals_current, window_reads
with
    days as (
        select arrayJoin(arrayMap(number -> {from:Date} + number, range(toUInt32({to:Date} - {from:Date} + 1)))) as of_date

        union all

        select arrayJoin(arrayMap(number -> {compared_from:Date} + number, range(if({compared_to:Date} = toDate(0), 0, toUInt32({compared_to:Date} - {compared_from:Date} + 1))))) as of_date
    ),
    reads_of_days as (
        select
            day as of_date,
            countIf(report = 'ga4_totals') as visits_read,
            countIf(report = 'gads_campaigns') as ads_read,
            countIf(report = 'gsc_totals') as search_read
        from window_reads
        group by of_date
    ),
    visits as (
        select day as of_date, toInt64(sum(sessions)) as sessions_of_day, sumIf(conversions, isFinite(conversions)) as conversions_of_day, sumIf(revenue, isFinite(revenue)) as revenue_of_day,
            groupUniqArrayIf(currency, revenue != 0) as visit_currencies
        from ga4_totals_current
        where day between {from:Date} and {to:Date} or day between {compared_from:Date} and {compared_to:Date}
        group by of_date
    ),
    ads as (
        select day as of_date, sumIf(cost, isFinite(cost)) as cost_of_day, toInt64(sum(clicks)) as ad_clicks_of_day, sumIf(conversions, isFinite(conversions)) as ad_conversions_of_day,
            groupUniqArrayIf(currency, cost != 0) as ad_currencies
        from gads_campaigns_current
        where day between {from:Date} and {to:Date} or day between {compared_from:Date} and {compared_to:Date}
        group by of_date
    ),
    search as (
        select day as of_date, toInt64(sum(clicks)) as clicks_of_day, toInt64(sum(impressions)) as impressions_of_day,
            sumIf(position * impressions, position >= 1) / sumIf(impressions, position >= 1) as place_of_day
        from gsc_totals_current
        where day between {from:Date} and {to:Date} or day between {compared_from:Date} and {compared_to:Date}
        group by of_date
    ),
    -- Money of several currencies, on whichever days, has no sum and no line.
    currencies as (
        select
            (select groupUniqArrayArray(visit_currencies) from visits) as of_revenue,
            (select groupUniqArrayArray(ad_currencies) from ads) as of_spend
    )
select
    of_date as day,
    if(visits_read > 0, coalesce(sessions_of_day, 0), null) as sessions,
    if(visits_read > 0, coalesce(conversions_of_day, 0), null) as conversions,
    if(sessions_of_day > 0, 100 * conversions_of_day / sessions_of_day, null) as conversion_rate,
    if(visits_read > 0 and length(of_revenue) < 2, coalesce(revenue_of_day, 0), null) as revenue,
    if(length(of_revenue) = 1, of_revenue[1], null) as currency,
    if(ads_read > 0 and length(of_spend) < 2, coalesce(cost_of_day, 0), null) as ad_spend,
    if(length(of_spend) = 1, of_spend[1], null) as ad_currency,
    if(ads_read > 0, coalesce(ad_clicks_of_day, 0), null) as ad_clicks,
    if(ads_read > 0, coalesce(ad_conversions_of_day, 0), null) as ad_conversions,
    if(search_read > 0, coalesce(clicks_of_day, 0), null) as clicks,
    if(search_read > 0, coalesce(impressions_of_day, 0), null) as impressions,
    ifNotFinite(place_of_day, null) as position,
    toBool(coalesce(visits_read + ads_read + search_read, 0) >= {live_connections:UInt32}) as is_whole,
    count() over () as total,
    0 as unsorted
from days
left join reads_of_days using (of_date)
left join visits using (of_date)
left join ads using (of_date)
left join search using (of_date)
cross join currencies
order by
    {ascending:Identifier} asc nulls last,
    {descending:Identifier} desc nulls last,
    day
limit {limit:UInt32} offset {offset:UInt32}
settings enable_materialized_cte = 1, join_use_nulls = 1
