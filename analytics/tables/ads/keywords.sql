-- One row: a keyword with the bid to reach the target: its conversion rate × what a conversion may cost.
-- uses: cpa_targets, gads_criteria_newest, gads_keywords_current, is_brand_of
with
    bought as (
        select
            site_id as site,
            campaign_id as campaign_number,
            ad_group_id as group_number,
            criterion_id as number,
            currency as money,
            argMax(keyword, day) as words,
            argMax(match_type, day) as matching,
            argMax(campaign, day) as campaign_title,
            argMax(ad_group, day) as group_title,
            argMax(quality_score, day) as quality,
            argMax(cpc_bid, day) as own_bid,
            sum(cost) as paid,
            toInt64(sum(clicks)) as clicked,
            toInt64(sum(impressions)) as shown_times,
            sum(conversions) as converted
        from gads_keywords_current
        where day between {from:Date} and {to:Date}
          and isFinite(cost) and cost >= 0 and isFinite(conversions) and conversions >= 0
        group by site, campaign_number, group_number, number, money
    ),
    standing as (
        select site_id as site, ad_group_id as group_number, criterion_id as number, any(status) as state
        from gads_criteria_newest
        where not is_negative
        group by site, group_number, number
    ),
    -- The rate of a keyword with few clicks is mostly its campaign's, whose own is drawn to the account's.
    rates as (
        select
            *,
            sum(clicked) over (partition by site, money) as clicked_in_all,
            sum(converted) over (partition by site, money) as converted_in_all,
            sum(clicked) over (partition by site, money, campaign_number) as clicked_in_campaign,
            sum(converted) over (partition by site, money, campaign_number) as converted_in_campaign,
            of_target as target,
            converted_in_all / greatest(1, clicked_in_all) as rate_of_account,
            (converted_in_campaign + {weight:Float64} * rate_of_account) / (clicked_in_campaign + {weight:Float64}) as rate_of_campaign,
            least(1, (converted + {weight:Float64} * rate_of_campaign) / (clicked + {weight:Float64})) as rate
        from bought
        left join cpa_targets on of_site = site and of_money = money
    ),
    -- What names the site's brand has no such bid: those who search for it come anyway, so that what they
    -- convert is no reason to pay more for their clicks.
    targeted as (
        select *, if(converted_in_all > 0 and not is_brand_of(site, words), rate * target, null) as best_bid, coalesce(own_bid, if(clicked > 0, paid / clicked, null)) as bid_now
        from rates
        where {q:String} = '' or positionCaseInsensitiveUTF8(words, {q:String}) > 0 or positionCaseInsensitiveUTF8(campaign_title, {q:String}) > 0
    )
select
    targeted.site as site_id,
    words as keyword,
    matching as match_type,
    toString(campaign_number) as campaign_id,
    campaign_title as campaign,
    toString(targeted.group_number) as ad_group_id,
    group_title as ad_group,
    toString(targeted.number) as criterion_id,
    state as status,
    own_bid as bid,
    if(clicked > 0, paid / clicked, null) as avg_cpc,
    best_bid as bid_to_target,
    if(bid_now > 0, 100 * (best_bid / bid_now - 1), null) as bid_change,
    if(converted_in_all > 0, 100 * rate, null) as conversion_rate,
    target as target_cpa,
    quality as quality_score,
    paid as spend,
    clicked as clicks,
    shown_times as impressions,
    converted as conversions,
    if(converted > 0, paid / converted, null) as cpa,
    money as currency,
    count() over () as total,
    0 as unsorted
from targeted
left join standing on standing.site = targeted.site and standing.group_number = targeted.group_number and standing.number = targeted.number
order by
    {ascending:Identifier} asc nulls last,
    {descending:Identifier} desc nulls last,
    spend desc,
    impressions desc,
    keyword,
    campaign_id,
    ad_group_id,
    criterion_id,
    site_id,
    currency
limit {limit:UInt32} offset {offset:UInt32}
settings enable_materialized_cte = 1, join_use_nulls = 1
