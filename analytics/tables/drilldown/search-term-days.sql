-- One row: a day of a search term in the window or the compared one, and the sum of each window, without a
-- day. A day that came without a row of it has zeros.
-- uses: cpa_targets, gads_search_terms_current, window_reads
with
    counted as (
        select
            day >= {from:Date} as is_in_window,
            day as of_date,
            anyLastIf(title, title != '') as title_of_it,
            anyLastIf(site, site != toUUID('00000000-0000-0000-0000-000000000000')) as site_of_it,
            max(money) as money_of_it,
            sum(paid) as spend_of_day,
            toInt64(sum(clicked)) as clicks_of_day,
            toInt64(sum(shown)) as impressions_of_day,
            sum(won) as conversions_of_day
        from (
            select
                day, site_id as site, toString(search_term) as title, toString(currency) as money, cost as paid, clicks as clicked, impressions as shown,
                conversions as won
            from gads_search_terms_current
            where (day between {from:Date} and {to:Date} or day between {compared_from:Date} and {compared_to:Date})
              and isFinite(cost) and cost >= 0 and isFinite(conversions) and conversions >= 0
              and lowerUTF8(search_term) = lowerUTF8({about_term:String})
              and {about_campaign:UInt64} in (0, campaign_id) and {about_ad_group:UInt64} in (0, ad_group_id)

            union all

            select day, site_id as site, '' as title, '' as money, 0 as paid, 0 as clicked, 0 as shown, 0 as won
            from window_reads
            where report = 'gads_search_terms'
        )
        group by grouping sets ((is_in_window, of_date), (is_in_window))
    )
select
    of_date as day,
    toBool(is_in_window) as is_now,
    title_of_it as name,
    spend_of_day as spend,
    conversions_of_day as conversions,
    if(conversions_of_day > 0, spend_of_day / conversions_of_day, null) as cpa,
    clicks_of_day as clicks,
    if(clicks_of_day > 0, spend_of_day / clicks_of_day, null) as avg_cpc,
    impressions_of_day as impressions,
    of_target as target_cpa,
    money_of_it as currency,
    count() over () as total,
    0 as unsorted
from counted
left join cpa_targets on of_site = site_of_it and of_money = money_of_it
order by
    {ascending:Identifier} asc nulls last,
    {descending:Identifier} desc nulls last,
    day
limit {limit:UInt32} offset {offset:UInt32}
settings group_by_use_nulls = 1, join_use_nulls = 1
