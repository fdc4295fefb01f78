-- One row: a keyword whose clicks cost more than in the window before, with enough of them in both.
-- uses: gads_keywords_current, money_of, semrush_positions_newest
with
    priced as (
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
            day >= {from:Date} as is_now,
            sum(clicks) as clicked,
            sum(cost) as paid,
            paid / clicked as price,
            -- Of a ratio of sums over days: the deviations of cost from price × clicks.
            (sum(cost * cost) - 2 * price * sum(cost * clicks) + price * price * sum(clicks * clicks)) / (clicked * clicked) * count() / greatest(1, count() - 1) as variance
        from gads_keywords_current
        where (day between {from:Date} and {to:Date} or day between {compared_from:Date} and {compared_to:Date})
          and isFinite(cost) and cost >= 0
        group by site, campaign_number, group_number, number, money, is_now
        having clicked >= {min_clicks:UInt64} and paid > 0
    ),
    -- The same keywords in both windows, each with the clicks that it had: what the account pays more for the
    -- same.
    risen as (
        select
            after.*,
            before.price as price_before,
            before.clicked as clicked_before,
            after.price / price_before - 1 as rise_share,
            (after.price - price_before) / sqrt(after.variance + before.variance) as z,
            sum(clicked_before * after.price) over (partition by after.site, after.money) / sum(clicked_before * price_before) over (partition by after.site, after.money) - 1 as basket_rise
        from (select * from priced where is_now) as after
        inner join (select * from priced where not is_now) as before using (site, campaign_number, group_number, number, money)
    ),
    -- How hard it is to rank for the keyword, where Semrush was asked.
    rivalry as (
        select site_id as site, lowerUTF8(query) as searched, max(difficulty) as hardness
        from semrush_positions_newest
        where lowerUTF8(query) in (select lowerUTF8(words) from priced)
        group by site, searched
    ),
    -- A rise is certain when it is large and chance does not explain it: z of the two mean prices, whose
    -- variance is that of the days.
    told as (
        select *, rise_share >= {min_rise:Float64} and (z >= {min_z:Float64} or not isFinite(z)) as is_certain
        from risen
        where ({all:Bool} or rise_share > 0 and is_certain)
          and ({q:String} = '' or positionCaseInsensitiveUTF8(words, {q:String}) > 0 or positionCaseInsensitiveUTF8(campaign_title, {q:String}) > 0)
    )
select
    told.site as site_id,
    words as keyword,
    matching as match_type,
    toString(campaign_number) as campaign_id,
    campaign_title as campaign,
    toString(group_number) as ad_group_id,
    group_title as ad_group,
    toString(number) as criterion_id,
    price as current_cpc,
    100 * rise_share as rise,
    price_before as previous_cpc,
    clicked * (price - price_before) as extra_spend,
    toInt64(clicked) as clicks,
    multiIf(hardness is null, null, hardness >= 70, 'High', hardness >= 40, 'Medium', 'Low') as competition,
    hardness as hardness_rank,
    quality as quality_score,
    toBool(is_certain) as is_significant,
    100 * basket_rise as account_rise,
    multiIf(
        rise_share <= 0, 'No action: the CPC did not rise.',
        not is_certain, 'Monitor: the rise is small or within normal variation.',
        quality <= 5, concat('Improve the Quality Score (', toString(assumeNotNull(quality)), '/10): match the ad and landing page to this search.'),
        basket_rise >= rise_share / 2, 'CPCs rise across the account: check Auction insights before changing this keyword.',
        concat('Lower the bid to about ', money_of(price_before, money), ' and watch the clicks.')) as action,
    money as currency,
    count() over () as total,
    0 as unsorted
from told
left join rivalry on rivalry.site = told.site and searched = lowerUTF8(words)
order by
    {ascending:Identifier} asc nulls last,
    {descending:Identifier} desc nulls last,
    extra_spend desc,
    keyword,
    campaign_id,
    ad_group_id,
    criterion_id,
    site_id,
    currency
limit {limit:UInt32} offset {offset:UInt32}
settings enable_materialized_cte = 1, join_use_nulls = 1
