-- continues: common.sql
-- uses: cpa_targets
with
    -- What a conversion may cost, and whether the owner says so.
    targets as (
        select of_money as keyword_money, any(ifNull(of_target, 0)) as target, any(told > 0) as is_told
        from cpa_targets
        group by keyword_money
    ),
    -- The variance of what the clicks of now cost at the prices of a window: a ratio of sums over days, of
    -- all keywords of a campaign together, because auctions move them together.
    residuals as (
        select
            campaign_number,
            window_of(price_day) = 'now' as is_now,
            price_day,
            sum(if(is_now, 1, clicks_now / clicks_before) * (paid - if(is_now, price_now, price_before) * clicked)) as residual
        from prices_by_day
        inner join keyword_prices using (campaign_number, group_number, keyword_number)
        where window_of(price_day) in ('now', 'before')
        group by campaign_number, is_now, price_day
    ),
    variances as (
        select campaign_number, sum(variance_of_window) as variance
        from (
            select campaign_number, is_now, sum(residual * residual) * count() / greatest(1, count() - 1) as variance_of_window
            from residuals
            group by campaign_number, is_now
        )
        group by campaign_number
    )
-- One row: a campaign with the prices of its keywords. judge.go tests which rise is its own.
select
    'rising' as text,
    'campaign' as entity_type,
    toString(campaign_number) as campaign_id,
    campaign_title as campaign,
    bidding_now as bidding,
    'currency' as value_unit,
    any(keyword_prices.keyword_money) as value_currency,
    any(target) as target_cost,
    if(any(is_told), 'target CPA', 'average CPA') as target_name,
    if(any(is_told) or target_cost = 0, '', 'Your average CPA, as no target CPA is set. One set in Settings changes whether this campaign still pays.') as target_basis,
    value_currency as money,
    'medium' as severity,
    1 as effort_class,
    {fix:Float64} as probability_fix,
    {month_days:Float64} / {gads_keywords_days:Float64} as to_month,
    any(variance) as added_variance,
    max(keyword_number) = 0 as is_keywordless,
    groupArray((clicks_now, price_now, price_before, price_earlier, price_year_now, price_year_before, words_now, matching_now, group_now, toFloat64(ifNull(quality_now, 0)))) as keyword_rows,
    keyword_rows.1 as clicks_of,
    keyword_rows.2 as prices_now,
    keyword_rows.3 as prices_before,
    keyword_rows.4 as prices_earlier,
    keyword_rows.5 as prices_year_now,
    keyword_rows.6 as prices_year_before,
    keyword_rows.7 as texts_of,
    keyword_rows.8 as matches_of,
    keyword_rows.9 as groups_of,
    keyword_rows.10 as qualities_of,
    toFloat64(any(settled_clicks)) as clicks_settled,
    any(settled_cost) as cost_settled,
    any(settled_conversions) as conversions_settled,
    toFloat64(any(clicks_of_before)) as clicks_settled_before,
    any(cost_of_before) as cost_settled_before,
    any(conversions_of_before) as conversions_settled_before
from keyword_prices
inner join campaigns using (campaign_number)
inner join variances using (campaign_number)
left join targets on targets.keyword_money = keyword_prices.keyword_money
group by campaign_number, campaign_title, bidding_now
order by campaign_id
