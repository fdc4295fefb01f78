-- One row: a campaign, with what it cost and brought, and the open opportunity that calls it waste.
-- uses: cpa_targets, gads_campaigns_current
with
    summed as (
        select
            site_id as site,
            campaign_id as campaign_number,
            currency as money,
            argMax(campaign, day) as title,
            argMax(status, day) as standing,
            argMax(channel_type, day) as channel,
            sumIf(cost, day >= {from:Date}) as paid,
            sumIf(cost, day < {from:Date}) as paid_before,
            toInt64(sumIf(impressions, day >= {from:Date})) as seen,
            toInt64(sumIf(clicks, day >= {from:Date})) as clicked,
            toInt64(sumIf(clicks, day < {from:Date})) as clicked_before,
            sumIf(conversions, day >= {from:Date}) as converted,
            sumIf(conversions, day < {from:Date}) as converted_before,
            sumIf(conversion_value, day >= {from:Date} and isFinite(conversion_value)) as worth,
            sumIf(conversion_value, day < {from:Date} and isFinite(conversion_value)) as worth_before,
            if(converted > 0, paid / converted, null) as cpa_now,
            if(converted_before > 0, paid_before / converted_before, null) as cpa_before,
            if(paid > 0, worth / paid, null) as roas_now,
            if(paid_before > 0, worth_before / paid_before, null) as roas_before
        from gads_campaigns_current
        where (day between {from:Date} and {to:Date} or day between {compared_from:Date} and {compared_to:Date})
          and isFinite(cost) and cost >= 0 and isFinite(conversions) and conversions >= 0
        group by site, campaign_number, money
        having paid > 0 or seen > 0
    ),
    judged as (
        select
            *,
            sum(paid) over (partition by site, money) as paid_in_all,
            arrayFirstIndex(
                (of, kind, campaign) -> of = site and kind = 'campaign' and campaign = campaign_number,
                {verdict_sites:Array(UUID)}, {verdict_kinds:Array(String)}, {verdict_campaigns:Array(UInt64)}) as verdict
        from summed
        left join cpa_targets on of_site = site and of_money = money
    ),
    shown as (
        select
            *,
            min(money) over () = max(money) over () as is_one_money,
            sum(paid) over () as paid_by_all,
            sum(seen) over () as seen_by_all,
            sum(clicked) over () as clicked_by_all,
            sum(converted) over () as converted_by_all,
            sum(worth) over () as worth_by_all
        from judged
        where {q:String} = '' or positionCaseInsensitiveUTF8(title, {q:String}) > 0
    )
select
    site as site_id,
    toString(campaign_number) as campaign_id,
    title as campaign,
    standing as status,
    channel as channel_type,
    paid as spend,
    if(paid_before > 0, 100 * (paid / paid_before - 1), null) as spend_change,
    if(is_one_money, paid_by_all, null) as spend_total,
    if(paid_in_all > 0, 100 * paid / paid_in_all, null) as spend_share,
    seen as impressions,
    seen_by_all as impressions_total,
    clicked as clicks,
    if(clicked_before > 0, 100 * (clicked / clicked_before - 1), null) as clicks_change,
    clicked_by_all as clicks_total,
    if(seen > 0, 100 * clicked / seen, null) as ctr,
    if(seen_by_all > 0, 100 * clicked_by_all / seen_by_all, null) as ctr_total,
    if(clicked > 0, paid / clicked, null) as avg_cpc,
    if(is_one_money and clicked_by_all > 0, paid_by_all / clicked_by_all, null) as avg_cpc_total,
    converted as conversions,
    if(converted_before > 0, 100 * (converted / converted_before - 1), null) as conversions_change,
    converted_by_all as conversions_total,
    if(clicked > 0, 100 * converted / clicked, null) as conversion_rate,
    if(clicked_by_all > 0, 100 * converted_by_all / clicked_by_all, null) as conversion_rate_total,
    cpa_now as cpa,
    if(is_one_money and converted_by_all > 0, paid_by_all / converted_by_all, null) as cpa_total,
    if(cpa_before > 0, 100 * (cpa_now / cpa_before - 1), null) as cpa_change,
    of_target as target_cpa,
    worth as conversion_value,
    if(is_one_money, worth_by_all, null) as conversion_value_total,
    roas_now as roas,
    if(is_one_money and paid_by_all > 0, worth_by_all / paid_by_all, null) as roas_total,
    if(roas_before > 0, 100 * (roas_now / roas_before - 1), null) as roas_change,
    if(verdict > 0, {verdict_ids:Array(String)}[verdict], null) as insight_id,
    if(verdict > 0, {verdict_titles:Array(String)}[verdict], null) as insight_title,
    money as currency,
    count() over () as total,
    0 as unsorted
from shown
order by
    {ascending:Identifier} asc nulls last,
    {descending:Identifier} desc nulls last,
    spend desc,
    campaign,
    campaign_id,
    site_id,
    currency
limit {limit:UInt32} offset {offset:UInt32}
settings enable_materialized_cte = 1, join_use_nulls = 1
