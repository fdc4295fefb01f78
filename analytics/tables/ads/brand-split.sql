-- One row: what ads cost and brought on searches that name the brand, on others, and on those that Google
-- hides.
-- uses: gads_campaigns_current, gads_search_terms_current, is_brand_of
with
    by_term as (
        select
            site_id as site,
            currency as money,
            search_term as term,
            sumIf(cost, day >= {from:Date}) as cost_now,
            sumIf(cost, day < {from:Date}) as cost_before,
            toInt64(sumIf(clicks, day >= {from:Date})) as clicks_now,
            toInt64(sumIf(clicks, day < {from:Date})) as clicks_before,
            toInt64(sumIf(impressions, day >= {from:Date})) as impressions_now,
            sumIf(conversions, day >= {from:Date}) as conversions_now,
            sumIf(conversions, day < {from:Date}) as conversions_before,
            sumIf(conversion_value, day >= {from:Date}) as value_now,
            sumIf(conversion_value, day < {from:Date}) as value_before
        from gads_search_terms_current
        where (day between {from:Date} and {to:Date} or day between {compared_from:Date} and {compared_to:Date})
          and isFinite(cost) and isFinite(conversions) and isFinite(conversion_value)
        group by site, money, term
    ),
    in_all as (
        select
            site_id as site,
            currency as money,
            sumIf(cost, day >= {from:Date}) as cost_now,
            sumIf(cost, day < {from:Date}) as cost_before,
            toInt64(sumIf(clicks, day >= {from:Date})) as clicks_now,
            toInt64(sumIf(clicks, day < {from:Date})) as clicks_before,
            toInt64(sumIf(impressions, day >= {from:Date})) as impressions_now,
            sumIf(conversions, day >= {from:Date}) as conversions_now,
            sumIf(conversions, day < {from:Date}) as conversions_before,
            sumIf(conversion_value, day >= {from:Date}) as value_now,
            sumIf(conversion_value, day < {from:Date}) as value_before
        from gads_campaigns_current
        where (day between {from:Date} and {to:Date} or day between {compared_from:Date} and {compared_to:Date})
          and channel_type in ('search', 'shopping') -- others have no search terms
          and isFinite(cost) and isFinite(conversions) and isFinite(conversion_value)
        group by site, money
    ),
    shown as (
        select if(is_brand_of(site, term), 'Brand', 'Non-brand') as kind, *
        from by_term
    ),
    -- What is hidden is what is left of the whole.
    parts as (
        select * from shown

        union all

        select 'Hidden search terms', site, money, '', cost_now, cost_before, clicks_now, clicks_before, impressions_now, conversions_now, conversions_before, value_now, value_before
        from in_all

        union all

        select 'Hidden search terms', site, money, '', -cost_now, -cost_before, -clicks_now, -clicks_before, -impressions_now, -conversions_now, -conversions_before, -value_now, -value_before
        from by_term
    ),
    summed as (
        select
            site,
            money,
            kind,
            greatest(0, sum(cost_now)) as spend_now,
            greatest(0, sum(cost_before)) as spend_before,
            greatest(0, sum(clicks_now)) as clicked_now,
            greatest(0, sum(clicks_before)) as clicked_before,
            greatest(0, sum(impressions_now)) as seen_now,
            greatest(0, sum(conversions_now)) as converted_now,
            greatest(0, sum(conversions_before)) as converted_before,
            if(clicked_now > 0, 100 * converted_now / clicked_now, null) as rate_now,
            if(clicked_before > 0, 100 * converted_before / clicked_before, null) as rate_before,
            if(converted_now > 0, spend_now / converted_now, null) as cpa_now,
            if(converted_before > 0, spend_before / converted_before, null) as cpa_before,
            if(spend_now > 0, greatest(0, sum(value_now)) / spend_now, null) as roas_now,
            if(spend_before > 0, greatest(0, sum(value_before)) / spend_before, null) as roas_before
        from parts
        group by site, money, kind
        -- A cent is what adding up in another order makes.
        having spend_now >= 0.01 or clicked_now > 0
    )
select
    site as site_id,
    kind as type,
    spend_now as spend,
    if(spend_before > 0, 100 * (spend_now / spend_before - 1), null) as spend_change,
    clicked_now as clicks,
    seen_now as impressions,
    converted_now as conversions,
    if(converted_before > 0, 100 * (converted_now / converted_before - 1), null) as conversions_change,
    rate_now as conversion_rate,
    if(rate_before > 0, 100 * (rate_now / rate_before - 1), null) as conversion_rate_change,
    cpa_now as cpa,
    if(cpa_before > 0, 100 * (cpa_now / cpa_before - 1), null) as cpa_change,
    roas_now as roas,
    if(roas_before > 0, 100 * (roas_now / roas_before - 1), null) as roas_change,
    money as currency,
    count() over () as total,
    0 as unsorted
from summed
where ({q:String} = '' or positionCaseInsensitiveUTF8(kind, {q:String}) > 0)
  and ({brand:String} = 'all' or kind = if({brand:String} = 'brand', 'Brand', 'Non-brand'))
order by
    {ascending:Identifier} asc nulls last,
    {descending:Identifier} desc nulls last,
    type,
    site_id,
    currency
limit {limit:UInt32} offset {offset:UInt32}
settings enable_materialized_cte = 1
