-- continues: common.sql
-- One row: a keyword of the campaign with its CPC in both windows.
select
    words_now as keyword,
    matching_now as match_type,
    group_now as ad_group,
    toUInt64(clicks_now) as clicks,
    round(price_now, 2) as current_cpc,
    round(price_before, 2) as previous_cpc,
    if(isFinite(price_earlier), round(price_earlier, 2), null) as earlier_cpc,
    round(100 * (price_now / price_before - 1), 1) as rise_percent,
    round(clicks_now * (price_now - price_before), 2) as extra_spend,
    quality_now as quality_score
from keyword_prices
where toString(campaign_number) = {campaign_id:String}
order by extra_spend desc, keyword, ad_group, match_type
limit {shown_rows:UInt64}
