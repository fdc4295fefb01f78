-- One row: a word of search terms, or two or three that follow each other, with what ads cost and brought on
-- all terms that have it, each counted once.
-- uses: cpa_targets, gads_search_terms_current, is_brand_of, is_found_by, phrases_of, pieces_of, words_of
with
    searched as (
        select
            site_id as site,
            lowerUTF8(search_term) as words,
            campaign_id as campaign_number,
            currency as money,
            argMax(status, day) in ('excluded', 'added_excluded') as is_excluded,
            sum(cost) as paid,
            toInt64(sum(clicks)) as clicked,
            toInt64(sum(impressions)) as shown_times,
            sum(conversions) as converted,
            sumIf(conversion_value, isFinite(conversion_value)) as worth
        from gads_search_terms_current
        where day between {from:Date} and {to:Date}
          and isFinite(cost) and cost >= 0 and isFinite(conversions) and conversions >= 0
        group by site, words, match_type, campaign_number, ad_group_id, money
    ),
    terms as (
        select
            site,
            words,
            money,
            is_brand_of(site, words) as of_brand,
            {brand:String} = 'all' or of_brand = ({brand:String} = 'brand') as is_selected,
            groupUniqArray(campaign_number) as campaign_numbers,
            sum(paid) as paid_for_term,
            sum(clicked) as clicked_of_term,
            sum(shown_times) as shown_of_term,
            sum(converted) as converted_of_term,
            sum(worth) as worth_of_term,
            -- What still costs something, and could be excluded.
            if(of_brand, 0, sumIf(paid, not is_excluded)) as paid_still
        from searched
        group by site, words, money
    ),
    -- The phrase '' is every term with any of them.
    phrases as (
        select
            *,
            arrayFilter(
                one -> is_found_by(one, {q:String}) and (lengthUTF8(one) > 1 or match(one, '[\\p{Han}\\p{Hangul}]')),
                arrayDistinct(arrayConcat(phrases_of(words_of(words)), pieces_of(words)))) as found,
            arrayJoin(if(empty(found), [], arrayPushFront(found, ''))) as phrase
        from terms
    ),
    -- The figures are of the terms that are asked for; a verdict knows of the others too.
    counted as (
        select
            site,
            money,
            phrase,
            any(of_target) as target,
            countIf(is_selected) as term_count,
            sumIf(paid_for_term, is_selected) as paid,
            sumIf(clicked_of_term, is_selected) as clicked,
            sumIf(shown_of_term, is_selected) as shown_times,
            sumIf(converted_of_term, is_selected) as converted,
            sumIf(worth_of_term, is_selected) as worth,
            sumIf(paid_for_term, is_selected and converted_of_term = 0) as paid_in_vain,
            sum(converted_of_term) as converted_by_all,
            countIf(converted_of_term > 0 and paid_for_term <= converted_of_term * of_target) as terms_that_pay,
            countIf(paid_still > 0) as terms_left,
            sum(paid_still) as paid_for_terms_left,
            arrayFirstIndex(
                (of, kind, campaign, told) -> of = site and kind = 'ngram' and told = phrase and (campaign = 0 or has(groupUniqArrayArray(campaign_numbers), campaign)),
                {verdict_sites:Array(UUID)}, {verdict_kinds:Array(String)}, {verdict_campaigns:Array(UInt64)}, {verdict_terms:Array(String)}) as verdict_index
        from phrases
        left join cpa_targets on of_site = site and of_money = money
        group by site, money, phrase
        having term_count >= if({all:Bool}, 1, 2)
    ),
    judged as (
        select
            *,
            sumIf(paid, phrase = '') over () as paid_in_all,
            sumIf(paid_in_vain, phrase = '') over () as paid_in_vain_in_all,
            sumIf(converted, phrase = '') over () as converted_in_all,
            sumIf(paid, phrase = '') over (partition by site, money) as paid_of_money,
            min(money) over () = max(money) over () as is_one_money,
            phrase != '' and is_brand_of(site, phrase) as of_brand,
            -- No word is called waste that a term which pays has.
            if(terms_that_pay > 0, 0, verdict_index) as verdict
        from counted
    )
select
    site as site_id,
    phrase as word,
    length(splitByChar(' ', phrase)) as word_count,
    toBool(of_brand) as names_brand,
    toInt64(term_count) as terms,
    paid as spend,
    if(is_one_money, paid_in_all, null) as spend_total,
    100 * paid / paid_of_money as spend_share,
    clicked as clicks,
    shown_times as impressions,
    converted as conversions,
    converted_in_all as conversions_total,
    worth as conversion_value,
    if(converted > 0, paid / converted, null) as cpa,
    target as target_cpa,
    paid_in_vain as spend_without_conversions,
    if(is_one_money, paid_in_vain_in_all, null) as spend_without_conversions_total,
    paid - converted * target as excess,
    if(verdict > 0, {verdict_ids:Array(String)}[verdict], null) as insight_id,
    if(verdict > 0, {verdict_titles:Array(String)}[verdict], null) as insight_title,
    -- Where three conversions are due, none comes in one of twenty by chance (Poisson).
    multiIf(
        verdict > 0, {verdict_steps:Array(String)}[verdict],
        converted_by_all = 0 and paid_for_terms_left >= 3 * target and not of_brand,
        concat('Wasted: ', toString(terms_left), if(terms_left = 1, ' term', ' terms'), ', no conversions.'),
        null) as action,
    money as currency,
    count() over () as total,
    0 as unsorted
from judged
where phrase != ''
order by
    {ascending:Identifier} asc nulls last,
    {descending:Identifier} desc nulls last,
    excess desc nulls last,
    spend_without_conversions desc,
    spend desc,
    word,
    site_id,
    currency
limit {limit:UInt32} offset {offset:UInt32}
-- Pushed below the grouping, is_brand would be asked once a row.
settings enable_materialized_cte = 1, query_plan_filter_push_down = 0, join_use_nulls = 1
