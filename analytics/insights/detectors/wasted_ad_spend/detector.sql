-- continues: common.sql, parts.sql
-- uses: pages_current, percent_of
with
    (select groupUniqArrayArray(50000)(extractAll(lowerUTF8(concat(path(page), ' ', coalesce(title, ''))), '[\\pL\\d]{3,}')) from pages_current where status_code = 200) as words_of_site,
    surrounded as (
        select
            *,
            {pull_to_account:Float64} * won_in_account / clicks_in_account as won_pulled,
            if(kind = 'campaign', won_in_account, arraySum(one -> one.4, around)) as won_around,
            if(kind = 'campaign', clicks_in_account, arraySum(one -> one.3, around)) as clicks_around,
            if(kind = 'campaign', spent_in_all, around[1].5) as own_spent,
            -- Those that do not pay count as if they just did: waste elsewhere must not make waste look
            -- natural here.
            greatest(ifNotFinite(own_spent / ({tolerance:Float64} * target_cost), 0), if(kind = 'campaign', x, around[1].4)) as own_x,
            kind = 'campaign' and is_generic as is_peer,
            if(is_generic, 1, 0) as own
        from sums
    ),
    -- With the other campaigns of the span: how much they differ, and what sound ones bring for their money.
    beside as (
        select
            *,
            countIf(kind = 'campaign') over of_span - 1 as others,
            sumIf(clicks_in_all, kind = 'campaign') over of_span - clicks_in_all as other_n,
            sumIf(x, kind = 'campaign') over of_span - x as other_x,
            sumIf(pow(clicks_in_all, 2), kind = 'campaign') over of_span - pow(clicks_in_all, 2) as other_n_squares,
            sumIf(x * x / clicks_in_all, kind = 'campaign') over of_span - x * x / clicks_in_all as other_x_squares,
            countIf(is_peer) over of_span - own as peers,
            sumIf(own_x, is_peer) over of_span - own * own_x as peer_x,
            sumIf(spent_in_all, is_peer) over of_span - own * own_spent as peer_spent,
            sumIf(pow(own_x, 2), is_peer) over of_span - own * pow(own_x, 2) as peer_x_squares,
            sumIf(own_x * own_spent, is_peer) over of_span - own * own_x * own_spent as peer_products,
            sumIf(pow(spent_in_all, 2), is_peer) over of_span - own * pow(own_spent, 2) as peer_spent_squares
        from surrounded
        window of_span as (partition by span)
    ),
    spread as (
        select
            *,
            if(kind = 'ngram' and campaign_key = 0 and won_around > 0, won_of_its_mix / clicks_in_all / (won_around / clicks_around), 1) as mix,
            kind = 'campaign' or kind = 'ad_group' and clicks_in_all >= clicks_around as is_whole,
            -- How much the other campaigns differ, by moments, and a deviation more: of many sound ones, the
            -- worst looks bad by chance.
            (greatest(0, (other_x_squares - other_n * pow(other_rate, 2)) / (other_rate * (1 - other_rate)) - (others - 1)) + sqrt(2 * greatest(1, others - 1)))
                / (other_n - other_n_squares / other_n - (others - 1)) as likeness,
            -- How much sound campaigns spread by nature: the squared coefficient of variation of conversions
            -- per spend, by moments over the others (gamma-Poisson), shrunk to what is common.
            ({spread_weight:Float64} * pow({spread:Float64}, 2)
                + greatest(0, ifNotFinite(peers * (peer_x_squares - 2 * peer_rate * peer_products + peer_squares - peer_x) / peer_squares, 0))) / ({spread_weight:Float64} + peers) as spread_squared,
            -- What sound campaigns bring for their money: the others, drawn to the account's target.
            ({spread_weight:Float64} / target_cost + ifNotFinite(peers * peer_rate, 0)) / ({spread_weight:Float64} + if(isFinite(peer_rate), peers, 0)) as usual_yield
        from (
            select *, other_x / other_n as other_rate, peer_x / peer_spent as peer_rate, pow(peer_x / peer_spent, 2) * peer_spent_squares as peer_squares
            from beside
        )
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
        from spread
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
            -- The shortest span tells best what a month costs now, as far as its clicks are enough to tell.
            argMin((clicks_in_all, spent_in_all / days_of_span), span) over whole as newest,
            newest.1 / (newest.1 + {newest_weight:Float64}) as newest_share,
            {month_days:Float64} / days_of_span * (1 - newest_share + newest_share * newest.2 * days_of_span / spent_in_all) as to_month,
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
    ),
    -- Search terms that pay, each with its campaign: no negative keyword may block them.
    (
        select groupArraySorted(5000)((-won, campaign_key, search_text, arrayStringConcat(words, ' '), spent))
        from cells
        where span = {long:UInt16} and search_text != ''
          and won >= {least_won:Float64} and spent <= {tolerance:Float64} * targets.1 * won
    ) as paying
-- One row: words, an ad group, a search term or a campaign whose spend may be wasted in a span, or spend
-- without measured conversions. judge.go tests them, gives each cell to one and sizes what is left.
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
    if(is_target_set, 'target CPA', 'average CPA') as target_name,
    if(is_target_set or target_cost = 0 or kind = 'unmeasured', '', 'Your average CPA, as no target CPA is set. One set in Settings changes what counts as waste.') as target_basis,
    spread_squared,
    usual_yield,
    x_by_worth,
    if(campaign_count = 1, bidding_of_it, '') as bidding,
    to_month,
    cells_of_it.1 as cell_keys,
    cells_of_it.2 as cell_waste,
    cells_of_it.3 as cell_spend,
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
    round(break_even, 4) as break_even_rate,
    round(rate_around, 4) as usual_rate,
    round(weight) as usual_rate_counts_like_clicks,
    text_count as terms,
    arraySort(arrayMap(one -> one.2, around)) as names,
    length(names) as campaign_count,
    if(campaign_count = 1, names[1], '') as campaign,
    if(campaign_count > 1, arrayStringConcat(names, ', '), '') as campaigns,
    if(has_hyphen and kind = 'ngram', [term, replaceAll(term, ' ', '-')], [term]) as spellings,
    arrayFilter(
        one -> has(arrayMap(campaign -> campaign.1, around), one.2) and position(concat(' ', one.4, ' '), concat(' ', term, ' ')) > 0,
        paying) as paying_with_it,
    arrayMap(one -> one.3, paying_with_it) as paying_terms,
    arrayMap(one -> -one.1, paying_with_it) as paying_conversions,
    arrayMap(one -> one.5, paying_with_it) as paying_spend,
    arrayMap(one -> one.4, arrayFilter(one -> has(arrayMap(campaign -> campaign.1, around), one.2), paying)) as paying_texts,
    -- A word that the site has pages about is no other intent: whoever sells repairs wants searches for them.
    arrayFilter(words -> not arrayExists(own -> startsWith(own, words), words_of_site), words_of_it) as words_of_others,
    -- A word of what the site offers, such as the used or the modular one of its products, blocks its buyers
    -- too.
    kind = 'ngram' and notEmpty(words_of_site) and arrayAll(one -> has(words_of_site, one), splitByChar(' ', term)) as is_sold,
    -- What tells whether people buy in a cart or by a form.
    empty(words_of_site) as is_unread,
    hasAny(words_of_site, ['cart', 'checkout', 'basket', 'shop', 'warenkorb', 'kasse', 'panier', 'carrito']) as has_cart,
    hasAny(words_of_site, ['booking', 'bookings', 'appointment', 'appointments', 'termin', 'termine']) as has_booking,
    worth_in_account > 0 as has_amounts,
    if(kind = 'ad_group', name_of_group, '') as ad_group,
    days_of_span as window_days,
    concat(
        replaceOne(formatDateTime(until - span + 1, '%M %e, %Y'), '  ', ' '), ' to ', replaceOne(formatDateTime(until, '%M %e, %Y'), '  ', ' '),
        if(days_of_span < span, concat('; ', toString(span - days_of_span), ' of ', toString(span), ' days are missing'), ''),
        '; the newest ', toString({lag:UInt16}), ' days wait for their conversions') as "window",
    greatest(0, 1 - arraySum(one -> one.6, around) / arraySum(one -> one.5, around)) as hidden,
    percent_of(hidden, 0) as hidden_percent,
    arraySum(one -> one.7, around) as keywords_checked
from candidates
order by kind, term, campaign_id, ad_group_id, span
