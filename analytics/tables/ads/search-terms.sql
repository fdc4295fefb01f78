-- One row: a search that ads were clicked or shown for, in the ad group that answered it, with where the site
-- stands for it without ads.
-- uses: cpa_targets, gads_criteria_newest, gads_search_terms_current, gsc_queries_current, has_words
-- uses: is_brand_of, is_found_by, window_reads
with
    searched as (
        select
            site_id as site,
            search_term as term,
            lowerUTF8(term) as words,
            match_type as matching,
            campaign_id as campaign_number,
            ad_group_id as group_number,
            currency as money,
            argMax(campaign, day) as campaign_title,
            argMax(ad_group, day) as group_title,
            argMax(status, day) as standing,
            sum(cost) as paid,
            toInt64(sum(clicks)) as clicked,
            toInt64(sum(impressions)) as shown_times,
            sum(conversions) as converted
        from gads_search_terms_current
        where day between {from:Date} and {to:Date}
          and isFinite(cost) and cost >= 0 and isFinite(conversions) and conversions >= 0
          and ({q:String} = '' or is_found_by(search_term, {q:String}) or positionCaseInsensitiveUTF8(campaign, {q:String}) > 0)
        group by site, term, words, matching, campaign_number, group_number, money
        having {brand:String} = 'all' or is_brand_of(site, term) = ({brand:String} = 'brand')
    ),
    organic as (
        select
            site_id as site,
            lowerUTF8(query) as words,
            toInt64(sum(clicks)) as organic_clicked,
            sumIf(position * impressions, position >= 1) / sumIf(impressions, position >= 1) as place
        from gsc_queries_current
        where day between {from:Date} and {to:Date}
          and lowerUTF8(query) in (select words from searched)
        group by site, words
    ),
    -- Keywords that are paid for on purpose: to exclude one of them would switch it off.
    wanted as (
        select distinct site_id as site, lowerUTF8(keyword) as words, true as is_keyword
        from gads_criteria_newest
        where not is_negative
          and lowerUTF8(keyword) in (select words from searched)
    ),
    judged as (
        select
            *,
            is_brand_of(site, term) as of_brand,
            site in (select site_id from window_reads where report = 'gsc_queries') as has_search,
            -- What an open opportunity says of the term, or of words in it.
            arrayFirstIndex(
                (of, kind, campaign, told) -> of = site and campaign in (0, campaign_number) and multiIf(
                    kind = 'ngram', has_words(words, told),
                    kind = 'search_term', words = lowerUTF8(told),
                    false),
                {verdict_sites:Array(UUID)}, {verdict_kinds:Array(String)}, {verdict_campaigns:Array(UInt64)}, {verdict_terms:Array(String)}) as verdict,
            converted >= 1 and (of_target is null or paid <= converted * of_target) as pays,
            multiIf(
                not has_search, null,
                of_brand or place < {good_position:Float64}, 'None',
                converted >= 1, 'High',
                clicked >= {many_clicks:UInt64} and (of_target is null or paid < of_target), 'Medium', -- else it was tried in vain
                'Low') as chance
        from searched
        left join cpa_targets on of_site = site and of_money = money
        left join organic using (site, words)
        left join wanted using (site, words)
    )
select
    site as site_id,
    term as search_term,
    matching as match_type,
    toString(campaign_number) as campaign_id,
    campaign_title as campaign,
    toString(group_number) as ad_group_id,
    group_title as ad_group,
    standing as status,
    toBool(of_brand) as names_brand,
    paid as spend,
    if(min(money) over () = max(money) over (), sum(paid) over (), null) as spend_total,
    100 * paid / sum(paid) over (partition by site, money) as spend_share,
    clicked as clicks,
    shown_times as impressions,
    converted as conversions,
    sum(converted) over () as conversions_total,
    if(clicked > 0, paid / clicked, null) as cpc,
    if(converted > 0, paid / converted, null) as cpa,
    target as target_cpa,
    ifNotFinite(place, null) as organic_position,
    if(has_search, coalesce(organic_clicked, 0), null) as organic_clicks,
    chance as seo_opportunity,
    multiIf(chance = 'High', 3, chance = 'Medium', 2, chance = 'Low', 1, chance = 'None', 0, null) as chance_rank,
    if(verdict > 0, {verdict_ids:Array(String)}[verdict], null) as insight_id,
    if(verdict > 0, {verdict_titles:Array(String)}[verdict], null) as insight_title,
    change as editor_change,
    multiIf(
        is_excluded, 'No action: already excluded.',
        verdict > 0, {verdict_steps:Array(String)}[verdict],
        change = 'add', concat('Add it as an exact keyword to “', group_title, '”: it converts.'),
        chance = 'High' and place is null, 'Create a page for it: it converts, and you don''t rank organically.',
        chance = 'High', concat('Improve the page that ranks #', toString(round(assumeNotNull(place), 1)), ': this search converts.'),
        place < {good_position:Float64} and not of_brand and clicked > 0, concat('Test a lower bid: you rank #', toString(round(assumeNotNull(place), 1)), ' organically.'),
        pays, 'Keep: CPA is at or below target.',
        converted < 1 and paid < of_target or of_target is null, 'Monitor: too little data to act.',
        'Monitor: CPA is above target, but there''s too little data to act.') as action,
    money as currency,
    count() over () as total,
    0 as unsorted
from (
    select
        *,
        of_target as target,
        standing in ('excluded', 'added_excluded') as is_excluded,
        multiIf(
            is_excluded, null,
            -- What still converts gets a lower bid: that is no negative keyword.
            verdict > 0 and is_keyword is null and match({verdict_titles:Array(String)}[verdict], '^Exclude '), 'exclude',
            verdict = 0 and pays and is_keyword is null and standing = 'none' and not of_brand, 'add',
            null) as change
    from judged
)
where {all:Bool} or verdict > 0 and not is_excluded or change is not null or chance = 'High'
order by
    {ascending:Identifier} asc nulls last,
    {descending:Identifier} desc nulls last,
    spend desc,
    clicks desc,
    search_term,
    campaign_id,
    ad_group_id,
    match_type,
    site_id,
    currency
limit {limit:UInt32} offset {offset:UInt32}
-- Pushed below the grouping, is_brand would be asked once a row.
settings enable_materialized_cte = 1, query_plan_filter_push_down = 0, join_use_nulls = 1
