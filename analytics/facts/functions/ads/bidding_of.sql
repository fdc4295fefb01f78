-- How a campaign bids, from its bidding strategy and channel type in Google Ads: the control that its owner
-- has over the price of a click. '' is unknown.
(strategy, channel) -> multiIf(
    channel = 'performance_max', 'performance_max',
    strategy in ('manual_cpc', 'enhanced_cpc', 'manual_cpm', 'manual_cpv', 'percent_cpc'), 'manual',
    strategy = 'target_spend', 'maximize_clicks',
    strategy in ('target_cpa', 'maximize_conversions'), strategy,
    strategy in ('target_roas', 'maximize_conversion_value'), strategy,
    strategy = 'target_impression_share', 'impression_share',
    '')
