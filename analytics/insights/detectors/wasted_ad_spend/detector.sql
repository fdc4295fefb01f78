-- continues: common.sql
-- uses: cpa_targets, is_brand, percent_of
with
    -- Cells with their campaign and account. Search terms that a negative keyword keeps out by now are
    -- settled: they count nowhere, like what is over. How much the terms of a campaign differ is κ, by
    -- moments.
    placed as (
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
            group_name,
            keyword_count,
            keyword_grams,
            has(keyword_texts, arrayStringConcat(words, ' ')) as is_keyword,
            sum(n) over account as clicks_of_all,
            sum(won) over account as won_of_all,
            sum(worth) over account as worth_of_all,
            sum(n) over campaign as clicks_of_campaign,
            sum(spent) over campaign as spent_of_campaign,
            sum(won) over campaign as won_of_campaign,
            if(worth_of_all > 0 and won_of_campaign > 0, greatest(1, sum(worth) over campaign / won_of_campaign * won_of_all / worth_of_all), 1) as worth_of_one,
            sumIf(spent, search_text != '') over campaign as spent_on_terms,
            search_text != '' and n > 0 as is_term,
            countIf(is_term) over campaign as term_count,
            sumIf(n, is_term) over campaign as term_clicks,
            sumIf(pow(n, 2), is_term) over campaign / term_clicks as mean_clicks,
            sumIf(least(greatest(won, 0), n), is_term) over campaign / term_clicks as term_rate,
            sumIf(pow(least(greatest(won, 0), n), 2) / n, is_term) over campaign as squares
        from cells
        left join campaigns_now on campaigns_now.campaign_key = cells.campaign_key
        left join groups_now on groups_now.campaign_key = cells.campaign_key and groups_now.group_key = cells.group_key
        left join criteria on criteria.campaign_key = cells.campaign_key
        where span > 0
          and (cells.campaign_key, toUInt64(0), '') not in (select campaign_key, group_key, search_text from over)
          and (cells.campaign_key, cells.group_key, '') not in (select campaign_key, group_key, search_text from over)
          and (cells.campaign_key, cells.group_key, search_text) not in (select campaign_key, group_key, search_text from over)
          and newest_status not in ('excluded', 'added_excluded')
          and (search_text = '' or not arrayExists(
            one -> one.1 in (0, cells.group_key) and multiIf(
                one.2 = 'exact', one.3 = words,
                one.2 = 'phrase', position(concat(' ', arrayStringConcat(words, ' '), ' '), concat(' ', arrayStringConcat(one.3, ' '), ' ')) > 0,
                hasAll(words, one.3)),
            exclusions))
        window account as (partition by span), campaign as (partition by cells.campaign_key, span)
    ),
    compared as (
        select
            *,
            span = max(span) over () as is_longest,
            ((squares - term_clicks * pow(term_rate, 2)) / (term_rate * (1 - term_rate)) - (term_count - 1)) / (term_clicks - mean_clicks - (term_count - 1)) as correlation
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
            whole.1 as kind,
            whole.2 as word,
            whole.3 as campaign_key,
            whole.4 as group_key,
            span,
            any(span_days) as days_of_span,
            any(parts.target) as target_cost,
            any(is_longest) as is_longest_span,
            sum(parts.n) as clicks_in_all,
            sum(parts.spent) as spent_in_all,
            least(greatest(sum(parts.won), 0), greatest(clicks_in_all, 0)) as x,
            uniqExactIf(search_text, search_text != '') as text_count,
            -- What the campaigns that it is in would have won with its clicks: a word of dear campaigns is
            -- not worse for that.
            sum(parts.n * won_of_campaign / clicks_of_campaign) as won_of_its_mix,
            groupUniqArray((parts.campaign_key, campaign_name, clicks_of_campaign, won_of_campaign, spent_of_campaign, spent_on_terms, keyword_count)) as around,
            any(group_name) as name_of_group,
            max(is_keyword) as has_keyword,
            -- Google takes both spellings for what they are.
            max(position(whole.2, ' ') > 0 and position(search_text, replaceAll(whole.2, ' ', '-')) > 0) as has_hyphen,
            any(won_of_all) as won_in_account,
            -- A conversion that brings as much as nine others counts like nine, where Google Ads knows what
            -- conversions bring.
            sum(parts.n * worth_of_one) / clicks_in_all as worth_each,
            greatest(x, if(any(worth_of_all) > 0, sum(parts.worth) * won_in_account / any(worth_of_all), 0)) as x_by_worth,
            any(clicks_of_all) as clicks_in_account,
            avg(parts.kappa) as mean_kappa,
            groupArray((cityHash64(parts.campaign_key, parts.group_key, search_text), parts.spent - parts.won * parts.target)) as cells_of_it,
            groupArraySortedIf(10)((-parts.spent, search_text, parts.won), search_text != '') as dearest
        from parts
        array join wholes as whole
        group by kind, word, campaign_key, group_key, span
        having clicks_in_all > 0
           -- Words in nearly all of the searches explain nothing: they are what the campaigns are for.
           and (
               kind != 'ngram'
               or text_count >= {min_terms:UInt64} and (campaign_key != 0 or length(around) > 1)
                   and spent_in_all <= {most_of_around:Float64} * arraySum(one -> one.5, around))
    ),
    surrounded as (
        select
            *,
            {pull_to_account:Float64} * won_in_account / clicks_in_account as won_pulled,
            if(kind = 'campaign', won_in_account, arraySum(one -> one.4, around)) as won_around,
            if(kind = 'campaign', clicks_in_account, arraySum(one -> one.3, around)) as clicks_around,
            if(kind = 'ngram' and campaign_key = 0 and won_around > 0, won_of_its_mix / clicks_in_all / (won_around / clicks_around), 1) as mix,
            -- How much the other campaigns differ, by moments, and a deviation more: of many sound ones, the
            -- worst looks bad by chance.
            kind = 'campaign' or kind = 'ad_group' and clicks_in_all >= clicks_around as is_whole,
            countIf(kind = 'campaign') over of_span - 1 as others,
            sumIf(clicks_in_all, kind = 'campaign') over of_span - clicks_in_all as other_n,
            (sumIf(x, kind = 'campaign') over of_span - x) / other_n as other_rate,
            (greatest(0, (sumIf(x * x / clicks_in_all, kind = 'campaign') over of_span - x * x / clicks_in_all - other_n * pow(other_rate, 2)) / (other_rate * (1 - other_rate)) - (others - 1))
                + sqrt(2 * greatest(1, others - 1)))
                / (other_n - (sumIf(pow(clicks_in_all, 2), kind = 'campaign') over of_span - pow(clicks_in_all, 2)) / other_n - (others - 1)) as likeness
        from sums
        window of_span as (partition by span)
    ),
    priors as (
        select
            *,
            least(greatest(mix * (won_around - x + won_pulled) / (clicks_around - clicks_in_all + {pull_to_account:Float64}), 1e-6), 0.999) as rate_around,
            multiIf(
                not is_whole, mean_kappa,
                -- A brand alone makes them differ: never less than where they are few.
                others >= {min_entities:UInt64} and isFinite(likeness) and likeness > 0, greatest(least(1 / likeness - 1, {most_prior:Float64}), {usual_prior:Float64}),
                {usual_prior:Float64}) as kind_weight,
            greatest(kind_weight, 1 / rate_around) as weight
        from surrounded
    ),
    posteriors as (
        select *, rate_around * weight + x as a, (1 - rate_around) * weight + clicks_in_all - x as b
        from priors
    ),
    figures as (
        select
            *,
            least(spent_in_all / clicks_in_all / ({tolerance:Float64} * target_cost * worth_each), 0.999) as break_even,
            a / (a + b) as rate,
            spent_in_all - (clicks_in_all * rate + greatest(x_by_worth - x, clicks_in_all * rate * (worth_each - 1))) * target_cost as wasted,
            clicks_in_account * max(won_in_account / clicks_in_account) over () as due_in_account, -- as in the best span
            clicks_in_all / days_of_span as pace,
            (clicks_in_all - lagInFrame(clicks_in_all) over by_span) / greatest(1, days_of_span - lagInFrame(days_of_span) over by_span) as pace_before
        from posteriors
        window by_span as (partition by kind, word, campaign_key, group_key order by span rows between 1 preceding and current row)
    ),
    going_on as (
        select
            *,
            -- It may go on as in any of the spans, or as in what a longer one has more; clicks come by
            -- chance, and budgets and seasons move.
            1.2816 * sqrt(1 / clicks_in_all + pow({months_apart:Float64}, 2)) as next_month,
            least(1, greatest(next_month, 1 - min(pace) over whole / pace)) as less_spent,
            least(1, greatest(next_month, max(pace_before) over whole / pace - 1)) as more_spent
        from figures
        window whole as (partition by kind, word, campaign_key, group_key)
    ),
    -- What may be wasted in a span: too few conversions in it, in the longer spans and, as far as it shows,
    -- in the shorter ones.
    candidates as (
        select *
        from (
            select
                *,
                -- A span in which nothing at all converts tells of what counts conversions, not of what they
                -- cost.
                won_in_account > 0 as is_measured,
                due_in_account >= {stopped_after:Float64} as is_stopped,
                multiIf(
                    kind = 'unmeasured',
                    (target_cost = 0 and is_longest_span or not is_measured and (is_longest_span or is_stopped))
                        and clicks_in_all >= {min_warning_clicks:UInt64} and spent_in_all > 0,
                    target_cost > 0 and rate < break_even and x_by_worth < break_even * worth_each * clicks_in_all and (kind = 'campaign' or rate < {worse_than_around:Float64} * rate_around)) as is_bad,
                -- A shorter span need not prove it, where all around does well: what it has itself may not
                -- speak against it.
                x_by_worth < break_even * worth_each * clicks_in_all as is_bad_itself,
                kind = 'unmeasured'
                    or minIf(is_bad, is_measured) over (partition by kind, word, campaign_key, group_key order by span rows between current row and unbounded following) = 1
                    and minIf(is_bad_itself, is_measured) over (partition by kind, word, campaign_key, group_key order by span rows between unbounded preceding and current row) = 1
                    as is_always_bad,
                is_bad and (kind = 'unmeasured' or is_measured and wasted >= {least_excess:Float64} * target_cost) as is_large,
                kind = 'ngram' and campaign_key = 0 as is_wide,
                count() over (partition by span, is_wide) as tests
            from going_on
        )
        where is_large and is_always_bad
    )
-- One row: words, an ad group, a search term or a campaign whose spend may be wasted in a span, or spend
-- without measured conversions. judge.go tests them, attributes each cell of the spend to one of them and
-- sizes what is left.
select
    kind,
    span,
    if(kind = 'search_term' and has_keyword, 'keyword', kind) as text,
    if(kind = 'unmeasured', 'site', kind) as entity_type,
    if(campaign_key = 0, '', toString(campaign_key)) as campaign_id,
    if(group_key = 0, '', toString(group_key)) as ad_group_id,
    word as term,
    'currency' as value_unit,
    (select any(money) from newest_money) as value_currency,
    value_currency as money,
    'high' as severity,
    1 as effort_class,
    1 as probability_fix,

    -- For the test and the value.
    a as posterior_alpha,
    b as posterior_beta,
    break_even as posterior_threshold,
    rate,
    is_wide,
    tests,
    wasted,
    spent_in_all as spent,
    x_by_worth - x as conversions_by_value,
    less_spent,
    more_spent,
    won_in_account as conversions_of_account,
    target_cost as target,
    coalesce(targets.2, target_cost) as least_target,
    coalesce(targets.3, 0) as is_target_set,
    {month_days:Float64} / days_of_span as to_month,
    cells_of_it.1 as cell_keys,
    cells_of_it.2 as cell_waste,
    arrayMap(one -> -one.1, dearest) as dearest_spend,
    dearest.2 as dearest_terms,
    dearest.3 as dearest_conversions,

    round(to_month * spent_in_all) as spend_month,
    round(spent_in_all) as spend,
    clicks_in_all as clicks,
    round(x, 1) as conversions,
    round(x) as conversions_shown,
    if(x > 0, round(spent_in_all / x, 2), null) as cost_per_conversion,
    round(target_cost, 2) as target_cost_per_conversion,
    round(spent_in_all / target_cost, 1) as conversions_due,
    round(clicks_in_all * rate, 1) as expected_conversions,
    round(break_even, 4) as break_even_rate,
    round(rate_around, 4) as usual_rate,
    round(weight) as usual_rate_counts_like_clicks,
    text_count as terms,
    arraySort(arrayMap(one -> one.2, around)) as names,
    length(names) as campaign_count,
    if(campaign_count = 1, names[1], '') as campaign,
    if(campaign_count > 1, arrayStringConcat(names, ', '), '') as campaigns,
    if(has_hyphen and kind = 'ngram', [term, replaceAll(term, ' ', '-')], [term]) as spellings,
    arrayFlatten(arrayMap(
        name -> arrayMap(
            spelling -> map('campaign', name, 'keyword', spelling, 'type', if(kind = 'ngram', 'Campaign Negative Phrase', 'Campaign Negative Exact')), spellings),
        names)) as negatives,
    if(kind = 'ad_group', name_of_group, '') as ad_group,
    days_of_span as window_days,
    concat(
        formatDateTime(until - span + 1, '%e %M %Y'), ' to ', formatDateTime(until, '%e %M %Y'),
        if(days_of_span < span, concat('; ', toString(span - days_of_span), ' of ', toString(span), ' days are missing'), ''),
        '; the newest ', toString({lag:UInt16}), ' days wait for their conversions') as "window",
    greatest(0, 1 - arraySum(one -> one.6, around) / arraySum(one -> one.5, around)) as hidden,
    percent_of(hidden, 0) as hidden_percent,
    arraySum(one -> one.7, around) as keywords_checked
from candidates
order by kind, term, campaign_id, ad_group_id, span
