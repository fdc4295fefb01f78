-- One row: what an open opportunity calls waste (an ad group, search term, words or campaign), or a campaign
-- above the target (cpa_targets) without one. Figures are the window's, the verdict the opportunity's.
-- uses: cpa_targets, gads_ad_groups_current, gads_campaigns_current, gads_search_terms_current, has_words
with
    campaigns as (
        select
            site_id as site,
            campaign_id as campaign_number,
            currency as money,
            argMax(campaign, day) as campaign_title,
            sum(cost) as paid,
            sumIf(cost, day > {to:Date} - 7) as paid_in_week,
            sum(conversions) as converted,
            toInt64(sum(clicks)) as clicked,
            sumIf(cost, day <= {to:Date} - {lag_days:UInt16}) as paid_judged,
            sumIf(conversions, day <= {to:Date} - {lag_days:UInt16}) as converted_judged
        from gads_campaigns_current
        where day between {from:Date} and {to:Date}
          and isFinite(cost) and cost >= 0 and isFinite(conversions) and conversions >= 0
        group by site, campaign_number, money
    ),
    groups as (
        select
            site_id as site,
            campaign_id as campaign_number,
            ad_group_id as group_number,
            currency as money,
            argMax(campaign, day) as campaign_title,
            argMax(ad_group, day) as group_title,
            sum(cost) as paid,
            sumIf(cost, day > {to:Date} - 7) as paid_in_week,
            sum(conversions) as converted,
            toInt64(sum(clicks)) as clicked
        from gads_ad_groups_current
        where day between {from:Date} and {to:Date}
          and ad_group_id in {verdict_ad_groups:Array(UInt64)}
          and isFinite(cost) and cost >= 0 and isFinite(conversions) and conversions >= 0
        group by site, campaign_number, group_number, money
    ),
    terms as (
        select
            site_id as site,
            campaign_id as campaign_number,
            lowerUTF8(search_term) as words,
            currency as money,
            argMax(campaign, day) as campaign_title,
            sum(cost) as paid,
            sumIf(cost, day > {to:Date} - 7) as paid_in_week,
            sum(conversions) as converted,
            toInt64(sum(clicks)) as clicked
        from gads_search_terms_current
        where day between {from:Date} and {to:Date}
          and notEmpty(arrayFilter(kind -> kind in ('search_term', 'ngram'), {verdict_kinds:Array(String)}))
          and isFinite(cost) and cost >= 0 and isFinite(conversions) and conversions >= 0
        group by site, campaign_number, words, money
    ),
    verdicts as (
        select arrayJoin(arrayZip(
            {verdict_ids:Array(String)}, {verdict_kinds:Array(String)}, {verdict_campaigns:Array(UInt64)}, {verdict_ad_groups:Array(UInt64)},
            {verdict_terms:Array(String)}, {verdict_titles:Array(String)}, {verdict_steps:Array(String)}, {verdict_sites:Array(UUID)})) as one
    ),
    found as (
        select
            site, 'campaign' as sort_of, campaign_number, 0 as group_number, campaign_title as title, campaign_title, money,
            paid, paid_in_week, converted, clicked, paid_judged, converted_judged, one.1 as verdict, one.6 as verdict_title, one.7 as step
        from campaigns
        left join (select * from verdicts where one.2 = 'campaign') as told on told.one.8 = campaigns.site and told.one.3 = campaigns.campaign_number

        union all

        select
            site, 'ad_group' as sort_of, campaign_number, group_number, group_title as title, campaign_title, money,
            paid, paid_in_week, converted, clicked, paid as paid_judged, converted as converted_judged, one.1 as verdict, one.6 as verdict_title, one.7 as step
        from groups
        inner join (select * from verdicts where one.2 = 'ad_group') as told on told.one.8 = groups.site and told.one.4 = groups.group_number

        union all

        select
            site, any(one.2) as sort_of, one.3 as campaign_number, 0 as group_number, any(one.5) as title, if(uniqExact(terms.campaign_number) = 1, any(campaign_title), '') as campaign_title, money,
            sum(paid), sum(paid_in_week), sum(converted), sum(clicked), sum(paid) as paid_judged, sum(converted) as converted_judged, one.1 as verdict, any(one.6) as verdict_title, any(one.7) as step
        from terms
        cross join (select * from verdicts where one.2 in ('search_term', 'ngram')) as told
        where one.8 = site
          and one.3 in (0, terms.campaign_number)
          and if(one.2 = 'ngram', has_words(words, one.5), words = lowerUTF8(one.5))
        group by site, money, one.1, one.3
    ),
    judged as (
        select
            *,
            of_target as target,
            paid_judged - converted_judged * target as beyond,
            nullIf(verdict, '') as opportunity,
            sumIf(paid, sort_of = 'campaign') over (partition by site, money) as paid_in_all,
            countIf(sort_of != 'campaign') over (partition by site, campaign_number) as parts
        from found
        left join cpa_targets on of_site = site and of_money = money
    ),
    shown as (
        select *
        from judged
        where paid > 0
          and (opportunity is not null or {all:Bool} and (target is null or beyond >= 0.01)) -- less is how numbers are rounded
          and ({q:String} = '' or positionCaseInsensitiveUTF8(title, {q:String}) > 0 or positionCaseInsensitiveUTF8(campaign_title, {q:String}) > 0)
    )
select
    site as site_id,
    sort_of as kind,
    title as name,
    toString(campaign_number) as campaign_id,
    toString(group_number) as ad_group_id,
    campaign_title as campaign,
    paid_in_week as spend7d,
    paid as spend,
    -- What opportunities call waste: a campaign without one would count its parts twice.
    if(min(money) over () = max(money) over (), sumIf(paid, opportunity is not null) over (), null) as spend_total,
    if(paid_in_all > 0, 100 * paid / paid_in_all, null) as spend_share,
    converted as conversions,
    clicked as clicks,
    if(clicked > 0, paid / clicked, null) as avg_cpc,
    if(clicked > 0, 100 * converted / clicked, null) as conversion_rate,
    if(converted > 0, paid / converted, null) as cpa,
    target as target_cpa,
    beyond as excess,
    multiIf(opportunity is not null, 'high', target is null, null, 'low') as severity,
    multiIf(severity = 'high', 3, severity = 'low', 1, 0) as severity_rank,
    opportunity as insight_id,
    if(opportunity is null, null, verdict_title) as insight_title,
    multiIf(
        opportunity is not null, step,
        target is null, 'Check conversion tracking: without conversions, no campaign can be judged.',
        parts > 0, 'Act on its ad groups and search terms in this list first.',
        'Monitor: CPA is above target, but there''s too little data to act.') as recommended_action,
    money as currency,
    count() over () as total,
    0 as unsorted
from shown
order by
    {ascending:Identifier} asc nulls last,
    {descending:Identifier} desc nulls last,
    severity_rank desc,
    spend desc,
    name,
    campaign_id,
    ad_group_id,
    kind,
    site_id,
    currency
limit {limit:UInt32} offset {offset:UInt32}
settings enable_materialized_cte = 1, join_use_nulls = 1
