-- What a click of a keyword costs, by window. detector.sql and evidence.sql select from it.
-- uses: bidding_of, gads_campaigns_current, gads_keywords_current
with
    -- Days of the newest window, the one before, the three before that, and the first two a year ago.
    (of_day) -> multiIf(
        of_day > {gads_to:Date}, '',
        of_day > {gads_to:Date} - {window_days:UInt16}, 'now',
        of_day > {gads_to:Date} - 2 * {window_days:UInt16}, 'before',
        of_day > {gads_to:Date} - 5 * {window_days:UInt16}, 'earlier',
        of_day > {gads_to:Date} - 364, '',
        of_day > {gads_to:Date} - 364 - {window_days:UInt16}, 'year_now',
        of_day > {gads_to:Date} - 364 - 2 * {window_days:UInt16}, 'year_before',
        '') as window_of,
    -- One row: an active campaign.
    campaigns as (
        select
            campaign_id as campaign_number,
            argMax(campaign, day) as campaign_title,
            argMax(status, day) as state,
            argMax(currency, day) as money,
            bidding_of(argMax(bidding_strategy, day), argMax(channel_type, day)) as bidding_now,
            -- Clicks of the newest days wait for their conversions.
            sumIf(clicks, window_of(day) = 'now' and day <= {gads_to:Date} - {lag:UInt16}) as settled_clicks,
            sumIf(cost, window_of(day) = 'now' and day <= {gads_to:Date} - {lag:UInt16}) as settled_cost,
            sumIf(conversions, window_of(day) = 'now' and day <= {gads_to:Date} - {lag:UInt16}) as settled_conversions,
            sumIf(clicks, window_of(day) = 'before') as clicks_of_before,
            sumIf(cost, window_of(day) = 'before') as cost_of_before,
            sumIf(conversions, window_of(day) = 'before') as conversions_of_before
        from gads_campaigns_current
        where window_of(day) in ('now', 'before')
          and isFinite(cost) and cost >= 0 and isFinite(conversions) and conversions >= 0
        group by campaign_number
        having state in ('enabled', '') and sumIf(clicks, day > {gads_to:Date} - 7) > 0
    ),
    with_keywords as (
        select distinct campaign_id
        from gads_keywords_current
        where window_of(day) in ('now', 'before') and clicks > 0
    ),
    -- One row: a keyword on a day, or a campaign that bids on none.
    prices_by_day as (
        select *
        from (
            select
                day as price_day, campaign_id as campaign_number, ad_group_id as group_number, criterion_id as keyword_number,
                keyword as words, match_type as matching, ad_group as group_title, quality_score as quality, clicks as clicked, cost as paid, currency as paid_in
            from gads_keywords_current
            where window_of(day) != '' and isFinite(cost) and cost >= 0

            union all

            select day, campaign_id, 0, 0, '', '', '', null, clicks, cost, currency
            from gads_campaigns_current
            where window_of(day) != '' and isFinite(cost) and cost >= 0 and campaign_id not in with_keywords
        ) as prices
        inner join (select campaign_number, money as campaign_money from campaigns) as active using (campaign_number)
        where paid_in = campaign_money
    ),
    -- One row: a keyword with enough clicks in both windows to tell its price.
    keyword_prices as (
        select
            campaign_number,
            group_number,
            keyword_number,
            any(campaign_money) as keyword_money,
            argMax(words, price_day) as words_now,
            argMax(matching, price_day) as matching_now,
            argMax(group_title, price_day) as group_now,
            argMax(quality, price_day) as quality_now,
            toFloat64(sumIf(clicked, window_of(price_day) = 'now')) as clicks_now,
            toFloat64(sumIf(clicked, window_of(price_day) = 'before')) as clicks_before,
            sumIf(paid, window_of(price_day) = 'now') / clicks_now as price_now,
            sumIf(paid, window_of(price_day) = 'before') / clicks_before as price_before,
            -- NaN where too few clicks tell.
            if(sumIf(clicked, window_of(price_day) = 'earlier') < {min_clicks:UInt64}, nan, sumIf(paid, window_of(price_day) = 'earlier') / sumIf(clicked, window_of(price_day) = 'earlier')) as price_earlier,
            if(sumIf(clicked, window_of(price_day) = 'year_now') < {min_clicks:UInt64}, nan, sumIf(paid, window_of(price_day) = 'year_now') / sumIf(clicked, window_of(price_day) = 'year_now')) as price_year_now,
            if(sumIf(clicked, window_of(price_day) = 'year_before') < {min_clicks:UInt64}, nan, sumIf(paid, window_of(price_day) = 'year_before') / sumIf(clicked, window_of(price_day) = 'year_before')) as price_year_before
        from prices_by_day
        group by campaign_number, group_number, keyword_number
        having clicks_now >= {min_clicks:UInt64} and clicks_before >= {min_clicks:UInt64} and price_now > 0 and price_before > 0
    )
select *
from keyword_prices
