-- One row: a keyword of a campaign or an ad group, in the window against the compared one.
-- uses: gads_keywords_current
with
    counted as (
        select
            argMax(keyword, day) as text,
            campaign_id as campaign_id_of_it,
            ad_group_id as ad_group_id_of_it,
            criterion_id as criterion_id_of_it,
            argMax(ad_group, day) as place_of_it,
            argMax(match_type, day) as matching,
            max(currency) as money,
            sumIf(cost, day >= {from:Date}) as spend_now,
            sumIf(cost, day < {from:Date}) as spend_before,
            toInt64(sumIf(clicks, day >= {from:Date})) as clicks_now,
            toInt64(sumIf(clicks, day < {from:Date})) as clicks_before,
            sumIf(conversions, day >= {from:Date}) as conversions_now
        from gads_keywords_current
        where (day between {from:Date} and {to:Date} or day between {compared_from:Date} and {compared_to:Date})
          and isFinite(cost) and cost >= 0 and isFinite(conversions) and conversions >= 0
          and campaign_id = {about_campaign:UInt64} and {about_ad_group:UInt64} in (0, ad_group_id)
        group by campaign_id_of_it, ad_group_id_of_it, criterion_id_of_it
        having spend_now > 0 or clicks_now > 0
    )
select
    text as name,
    place_of_it as within,
    nullIf(matching, '') as match_type,
    toString(campaign_id_of_it) as campaign_id,
    toString(ad_group_id_of_it) as ad_group_id,
    toString(criterion_id_of_it) as criterion_id,
    spend_now as spend,
    sum(spend_now) over () as spend_total,
    if(spend_before > 0, 100 * (spend_now / spend_before - 1), null) as spend_change,
    clicks_now as clicks,
    if(clicks_now > 0, spend_now / clicks_now, null) as avg_cpc,
    if(clicks_now > 0 and clicks_before > 0 and spend_before > 0, 100 * (spend_now / clicks_now / (spend_before / clicks_before) - 1), null) as avg_cpc_change,
    conversions_now as conversions,
    if(conversions_now > 0, spend_now / conversions_now, null) as cpa,
    money as currency,
    count() over () as total,
    0 as unsorted
from counted
order by
    {ascending:Identifier} asc nulls last,
    {descending:Identifier} desc nulls last,
    spend desc,
    clicks desc,
    name,
    campaign_id,
    ad_group_id,
    criterion_id
limit {limit:UInt32} offset {offset:UInt32}
