-- What may be wasted in a span, with its figures: words, search terms, ad groups and campaigns, of the cells
-- of common.sql.
-- uses: cpa_targets, is_brand
with
    (select groupArraySorted(9)((span, days_of_span)) from (select distinct span, days_of_span from spend_days)) as spans,
    arrayMap((one, i) -> if(i = 1, 0, one.2), spans, arrayEnumerate(spans)) as days_back,
    -- Whether a campaign, ad group or term is over by its clicks in each span, whatever its status: none in
    -- the newest days, though several were due at its pace. Spans end together: the silence may last several.
    (clicks) -> spans[1].1 = 0 and clicks[1] <= 0 and arrayExists(
        (n, days, next_n, next_days) -> n <= 0 and (spans[1].2 + days) * next_n / (next_days - days) >= {over_after:Float64},
        arrayPopBack(clicks), arrayPopBack(days_back), arrayPopFront(clicks), arrayPopFront(days_back)) as is_over,
    -- Cells with the clicks of what they are parts of, by span.
    clicked_cells as (
        select
            *,
            sumMap(map(span, n)) over (partition by campaign_key) as of_campaign,
            if(group_key = 0, of_campaign, sumMap(map(span, n)) over (partition by campaign_key, group_key)) as of_group,
            if(search_text = '', of_group, sumMap(map(span, n)) over (partition by campaign_key, group_key, search_text)) as of_term
        from cells
    ),
    -- Cells with their campaign. Search terms that a negative keyword keeps out by now are
    -- settled: like what is over, they count nowhere.
    going_cells as (
        select
            cells.campaign_key as campaign_key,
            cells.group_key as group_key,
            search_text,
            span,
            span_days,
            n,
            spent,
            won,
            worth,
            words,
            campaign_name,
            campaign_bidding,
            group_name,
            keyword_count,
            keyword_grams,
            has(keyword_texts, arrayStringConcat(words, ' ')) as is_keyword,
            search_text != '' and n > 0 as is_term,
            least(greatest(won, 0), n) as won_at_most
        from clicked_cells as cells
        left join campaigns_now on campaigns_now.campaign_key = cells.campaign_key
        left join groups_now on groups_now.campaign_key = cells.campaign_key and groups_now.group_key = cells.group_key
        left join criteria on criteria.campaign_key = cells.campaign_key
        where span > 0
          and not arrayExists(clicks -> is_over(arrayMap(one -> clicks[one.1], spans)), [of_campaign, of_group, of_term])
          and newest_status not in ('excluded', 'added_excluded')
          and (search_text = '' or not arrayExists(
            one -> one.1 in (0, cells.group_key) and multiIf(
                one.2 = 'exact', one.3 = words,
                one.2 = 'phrase', position(concat(' ', arrayStringConcat(words, ' '), ' '), concat(' ', arrayStringConcat(one.3, ' '), ' ')) > 0,
                hasAll(words, one.3)),
            exclusions))
    ),
    -- With what their account and campaign have in the span.
    placed as (
        select
            *,
            sum(n) over account as clicks_of_all,
            sum(won) over account as won_of_all,
            sum(worth) over account as worth_of_all,
            sum(n) over campaign as clicks_of_campaign,
            sum(spent) over campaign as spent_of_campaign,
            sum(won) over campaign as won_of_campaign,
            sum(worth) over campaign as worth_of_campaign,
            sumIf(spent, search_text != '') over campaign as spent_on_terms,
            -- For κ, how much the terms of a campaign differ, by moments.
            countIf(is_term) over campaign as term_count,
            sumIf(n, is_term) over campaign as term_clicks,
            sumIf(pow(n, 2), is_term) over campaign as squared_clicks,
            sumIf(won_at_most, is_term) over campaign as term_won,
            sumIf(pow(won_at_most, 2) / n, is_term) over campaign as squares
        from going_cells
        window account as (partition by span), campaign as (partition by campaign_key, span)
    ),
    compared as (
        select
            *,
            span = max(span) over () as is_longest,
            term_won / term_clicks as term_rate,
            if(worth_of_all > 0 and won_of_campaign > 0, greatest(1, worth_of_campaign / won_of_campaign * won_of_all / worth_of_all), 1) as worth_of_one,
            ((squares - term_clicks * pow(term_rate, 2)) / (term_rate * (1 - term_rate)) - (term_count - 1)) / (term_clicks - squared_clicks / term_clicks - (term_count - 1)) as correlation
        from placed
        where campaign_name != ''
    ),
    -- Nobody excludes the own brand, and words that a keyword has cannot be excluded: that would keep the
    -- keyword out too.
    opened as (
        select
            *,
            if(term_count >= {min_entities:UInt64} and isFinite(correlation) and correlation > 0, least(greatest(1 / correlation - 1, {least_prior:Float64}), {most_prior:Float64}), {usual_prior:Float64}) as kappa,
            is_term and not is_brand(search_text) as is_open,
            arrayFilter(gram -> not has(keyword_grams, gram), grams_of(units_of(search_text))) as grams
        from compared
    ),
    -- What a conversion may cost, the least that it may be said to, and whether the owner says so.
    (
        select any((ifNull(of_target, 0), ifNull(if(told > 0, told, least(average, of_target)), 0), told > 0))
        from cpa_targets
        where of_money = (select money from newest_money)
    ) as targets,
    -- One row per cell and whatever it is a part of.
    parts as (
        select
            *,
            coalesce(targets.1, 0) as target,
            arrayConcat(
                [('campaign', '', campaign_key, toUInt64(0)), ('unmeasured', '', toUInt64(0), toUInt64(0))],
                if(group_name != '', [('ad_group', '', campaign_key, group_key)], []),
                if(is_open, [('search_term', search_text, campaign_key, toUInt64(0))], []),
                if(is_open, arrayMap(gram -> ('ngram', gram, campaign_key, toUInt64(0)), grams), []),
                if(is_open, arrayMap(gram -> ('ngram', gram, toUInt64(0), toUInt64(0)), grams), [])) as wholes
        from opened
    ),
    -- One row per span and what may be wasted; then the rate of what is around it, how much that counts, and
    -- what is known of its own.
    sums as (
        select
            *,
            least(greatest(won_in_all, 0), greatest(clicks_in_all, 0)) as x,
            not is_brand(campaign_of_it) as is_generic,
            -- A conversion that brings as much as nine others counts like nine, where Google Ads knows what
            -- conversions bring.
            worth_in_all / clicks_in_all as worth_each,
            greatest(x, if(worth_in_account > 0, value_in_all * won_in_account / worth_in_account, 0)) as x_by_worth
        from (
            select
                whole.1 as kind,
                whole.2 as word,
                whole.3 as campaign_key,
                whole.4 as group_key,
                span,
                any(span_days) as days_of_span,
                any(target) as target_cost,
                any(is_longest) as is_longest_span,
                sum(n) as clicks_in_all,
                sum(spent) as spent_in_all,
                sum(won) as won_in_all,
                sum(worth) as value_in_all,
                sum(n * worth_of_one) as worth_in_all,
                uniqExactIf(search_text, search_text != '') as text_count,
                -- What the campaigns that it is in would have won with its clicks: a word of dear campaigns
                -- is not worse for that.
                sum(n * won_of_campaign / clicks_of_campaign) as won_of_its_mix,
                groupUniqArray((parts.campaign_key, campaign_name, clicks_of_campaign, won_of_campaign, spent_of_campaign, spent_on_terms, keyword_count)) as around,
                any(group_name) as name_of_group,
                any(campaign_name) as campaign_of_it,
                any(campaign_bidding) as bidding_of_it,
                max(is_keyword) as has_keyword,
                -- Google takes both spellings for what they are.
                max(position(whole.2, ' ') > 0 and position(search_text, replaceAll(whole.2, ' ', '-')) > 0) as has_hyphen,
                any(won_of_all) as won_in_account,
                any(worth_of_all) as worth_in_account,
                any(clicks_of_all) as clicks_in_account,
                avg(kappa) as mean_kappa,
                groupArray((cityHash64(parts.campaign_key, parts.group_key, search_text), spent - won * target, spent)) as cells_of_it,
                groupArraySortedIf(500)((-spent, search_text, won), search_text != '') as dearest,
                anyIf(grams, whole.1 = 'search_term') as words_of_it
            from parts
            array join wholes as whole
            group by kind, word, campaign_key, group_key, span
        )
        where clicks_in_all > 0
          -- Words in nearly all of the searches explain nothing: they are what the campaigns are for.
          and (
              kind != 'ngram'
              or text_count >= {min_terms:UInt64} and (campaign_key != 0 or length(around) > 1)
                  and spent_in_all <= {most_of_around:Float64} * arraySum(one -> one.5, around))
    )
select *
from sums
