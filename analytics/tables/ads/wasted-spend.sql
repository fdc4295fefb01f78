-- One row: a campaign that costs more than its conversions are worth at the target: what one may cost
-- (cpa_targets).
--
-- It is judged without the last days of the window, whose conversions may still come. Severe is what chance
-- does not explain: with a conversion at 1.5 times the target, as few as there were would be rare (Poisson).
-- uses: cpa_targets, gads_campaigns_current, money_of
with
    spent as (
        select
            site_id as site,
            campaign_id as id,
            currency as money,
            argMax(campaign, day) as title,
            argMax(bidding_strategy, day) as strategy,
            argMax(channel_type, day) as channel,
            sum(cost) as cost_of_window,
            sumIf(cost, day > {to:Date} - 7) as cost_of_week,
            sum(conversions) as conversions_of_window,
            toInt64(sum(clicks)) as clicks_of_window,
            sumIf(cost, day <= {to:Date} - {lag_days:UInt16}) as cost_judged,
            sumIf(conversions, day <= {to:Date} - {lag_days:UInt16}) as conversions_judged
        from gads_campaigns_current
        where day between {from:Date} and {to:Date}
          and isFinite(cost) and cost >= 0 and isFinite(conversions) and conversions >= 0
        group by site, id, money
    ),
    judged as (
        select
            *,
            of_target as target,
            cost_judged - conversions_judged * target as beyond,
            coalesce(cost_judged / (1.5 * target), 0) as expected,
            toUInt32(least(conversions_judged, 1000)) as whole_conversions,
            if(
                conversions_judged > 1000,
                toFloat64(expected <= conversions_judged),
                arraySum(k -> exp(k * log(greatest(expected, 1e-9)) - expected - lgamma(k + 1)), range(whole_conversions + 1))) as chance
        from spent
        left join cpa_targets on of_site = site and of_money = money
    ),
    rated as (
        select
            *,
            multiIf(
                target is null, null,
                chance <= {rare:Float64} and beyond >= 2 * target, 'high',
                chance <= {rare:Float64} and beyond >= 0.5 * target, 'medium',
                'low') as rating,
            toString(toInt64(least(50, greatest(5, 5 * round(20 * (1 - target * conversions_judged / cost_judged)))))) as percent_less
        from judged
        where cost_judged > 0
          and (target is null or beyond >= 0.01) -- less is how numbers are rounded
          and ({q:String} = '' or positionCaseInsensitiveUTF8(title, {q:String}) > 0)
    )
select
    site as site_id,
    toString(id) as campaign_id,
    title as campaign,
    cost_of_week as spend7d,
    cost_of_window as spend,
    conversions_of_window as conversions,
    clicks_of_window as clicks,
    if(clicks_of_window > 0, cost_of_window / clicks_of_window, null) as avg_cpc,
    if(clicks_of_window > 0, 100 * conversions_of_window / clicks_of_window, null) as conversion_rate,
    if(conversions_of_window > 0, cost_of_window / conversions_of_window, null) as cpa,
    target as target_cpa,
    beyond as excess,
    rating as severity,
    multiIf(rating = 'high', 3, rating = 'medium', 2, rating = 'low', 1, 0) as severity_rank,
    multiIf(
        target is null, 'Check the conversion tracking: Google Ads counted no conversion in this account, so nothing says which campaign is worth its money.',
        rating = 'low', 'Watch it: its conversions cost more than the target, but chance would explain that.',
        conversions_judged = 0 and strategy = 'manual_cpc', 'Pause it, or exclude the searches that it pays for: it brought no conversion.',
        conversions_judged = 0, concat('Pause it, or give its bidding a target CPA of ', money_of(assumeNotNull(target), money), ': it brought no conversion.'),
        strategy in ('manual_cpc', 'enhanced_cpc', 'target_spend'), concat('Reduce bids by ', percent_less, '% and exclude searches that bring nothing.'),
        strategy in ('target_roas', 'maximize_conversion_value'), concat('Raise its target ROAS, or reduce its budget by ', percent_less, '%.'),
        concat('Set its target CPA to ', money_of(assumeNotNull(target), money), ', or reduce its budget by ', percent_less, '%.')) as recommended_action,
    money as currency,
    count() over () as total,
    0 as unsorted
from rated
order by
    {ascending:Identifier} asc nulls last,
    {descending:Identifier} desc nulls last,
    severity_rank desc,
    coalesce(excess, 0) desc,
    spend desc,
    campaign,
    campaign_id,
    site_id,
    currency
limit {limit:UInt32} offset {offset:UInt32}
settings enable_materialized_cte = 1, join_use_nulls = 1
