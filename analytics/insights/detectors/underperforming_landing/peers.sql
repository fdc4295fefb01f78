-- How often visitors of each page convert, by channel and device, beside those of pages like it.
-- uses: words_of
with
    -- The words of the last folder of an address, without their plural.
    (word) -> if(lengthUTF8(word) > 3, replaceRegexpOne(word, 'e?s?$', ''), word) as stem_of,
    (address) -> arrayMap(word -> stem_of(word), arrayFilter(
        word -> not match(word, '^([0-9]+|html?|php|aspx?)$'),
        words_of(replaceRegexpAll(decodeURLComponent(steps_of(address)[-1]), '[-_.+]', ' ')))) as stems_of,
    kinds as (
        select
            landing,
            argMax((kind, pages_of_kind), (length(kind), kind)) as narrowest,
            tupleElement(narrowest, 1) as kind_of_page
        from (
            select landing, kind, uniqExact(landing) over (partition by kind) as pages_of_kind
            from (
                select distinct
                    landing,
                    arrayJoin(multiIf(
                        empty(steps_of(landing)), [],
                        length(steps_of(landing)) = 1, [if(is_section, '/*/', '/*')],
                        arrayMap(
                            depth -> concat('/', arrayStringConcat(arraySlice(steps_of(landing), 1, depth), '/'), repeat('/*', length(steps_of(landing)) - depth)),
                            range(1, length(steps_of(landing)))))) as kind
                from (
                    select landing, max(length(steps_of(landing)) > 1) over (partition by steps_of(landing)[1]) as is_section
                    from visits
                )
            )
        )
        where pages_of_kind > {min_peers:UInt64}
        group by landing
    ),
    -- One row per page, channel and device, with how much all pages of the kind differ there: ρ, by moments.
    differing as (
        select
            *,
            kind_of_page,
            visits_of_row as n,
            conversions_of_row as x,
            engaged_of_row as engaged,
            stems_of(landing)[-1] as subject,
            pow(x, 2) / n as squared,
            count() over peers as pages_of_all,
            sum(n) over peers as n_of_all,
            sum(x) over peers as x_of_all,
            sum(squared) over peers as squared_of_all,
            sum(pow(n, 2)) over peers as n2_of_all,
            x_of_all / n_of_all as mu_of_all,
            ((squared_of_all - n_of_all * pow(mu_of_all, 2)) / (mu_of_all * (1 - mu_of_all)) - (pages_of_all - 1)) / (n_of_all - n2_of_all / n_of_all - (pages_of_all - 1)) as rho,
            -- What a page tells of the usual rate: where pages differ, one of ten thousand visits tells
            -- hardly more than one of a thousand.
            n / (1 + (n - 1) * least(1, greatest(0, ifNotFinite(rho, 0), 1 / ({most_prior:Float64} + 1)))) as told
        from visits
        inner join kinds using (landing)
        window peers as (partition by kind_of_page, from_channel, on_device)
    ),
    -- With the other pages on its subject, the last word of the address: kayaks tell of a kayak more than
    -- wallets do. Orders that are larger are rarer, too: what a page earns of a visit is what counts.
    related as (
        select
            *,
            sum(told * x / n) over peers / sum(told) over peers as mean_told,
            if(subject = '', 0, sum(told) over near - told) as near_told,
            if(subject = '', 0, sum(told * x / n) over near - told * x / n) as near_rates,
            if(subject = '', 0, count() over near - 1) as near_pages,
            told * (x / n - mean_told) as apart,
            near_rates - near_told * mean_told as near_apart,
            from_channel in ('Email', 'Direct') as is_known,
            sum(n) over page as n_of_page,
            sumIf(n, is_known) over page / n_of_page as known_share,
            ifNotFinite((sumIf(n, is_known) over kind - known_share * n_of_page) / (sum(n) over kind - n_of_page), 0) as known_elsewhere,
            sum(x) over page as x_of_page,
            sum(earned) over page as earned_of_page,
            (sum(earned) over kind - earned_of_page) / (sum(x) over kind - x_of_page) as usual_order,
            (earned_of_page + {orders:Float64} * usual_order) / (x_of_page + {orders:Float64}) / usual_order as order_ratio,
            if(isFinite(order_ratio) and usual_order > 0 and order_ratio >= {larger:Float64}, order_ratio, 1) as larger_orders
        from differing
        window
            peers as (partition by kind_of_page, from_channel, on_device),
            near as (partition by kind_of_page, from_channel, on_device, subject),
            page as (partition by landing),
            kind as (partition by kind_of_page)
    ),
    -- With what the other pages do.
    beside as (
        select
            *,
            pages_of_all - 1 as others,
            n_of_all - n as other_n,
            x_of_all - x as other_x,
            sum(told) over peers - told as other_told,
            sum(told * x / n) over peers - told * x / n as other_rates,
            sum(told * near_told) over peers - 2 * told * near_told as pairs,
            sum(apart * near_apart) over peers - 2 * apart * near_apart as alike,
            (sum(engaged) over peers - engaged) / other_n as usual_engaged,
            -- The two that add most to what is usual.
            groupArraySorted(2)((-told * x / n, landing, told)) over peers as most_told,
            -- What surely converts best, at least two deviations above nothing.
            argMax((landing, x / n), (round((x - 2 * sqrt(x + 1)) / n, 6), landing)) over peers as best
        from related
        window peers as (partition by kind_of_page, from_channel, on_device)
    ),
    -- How much they differ is κ, by moments.
    moments as (
        select
            *,
            other_rates / other_told as mu_of_kind,
            -- How much of the difference is that of subjects, by the moments of pairs and two standard
            -- errors less: 0 where pages on one subject are no more alike than others.
            alike / pairs / (mu_of_kind * (1 - mu_of_kind)) - 2 * sqrt(2 / pairs) as likeness,
            other_x / other_n as other_mu,
            other_n - (n2_of_all - pow(n, 2)) / other_n - (others - 1) as freedom,
            (squared_of_all - squared - other_n * pow(other_mu, 2)) / (other_mu * (1 - other_mu)) - (others - 1) as excess_variation
        from beside
    ),
    pulled as (
        select
            *,
            if(near_told > 0 and isFinite(likeness), greatest(0, likeness), 0) as subject_share,
            subject_share * near_told / (1 + subject_share * near_told) as pull,
            -- Few pages, or such with few visits, cannot tell how much they differ: then they may differ by a
            -- deviation more.
            (greatest(0, excess_variation) + sqrt(2 * (others - 1))) / freedom as correlation
        from moments
    ),
    segments as (
        select
            *,
            if(pull > 0, near_rates / near_told, 0) as near_mu,
            ((1 - pull) * mu_of_kind + pull * near_mu) / larger_orders as mu,
            -- Of its best estimate, without what the subject tells.
            greatest(1 / ({most_prior:Float64} + 1), ifNotFinite(greatest(0, excess_variation) / freedom, 0) - pull * subject_share) as likely_correlation,
            greatest(1 / ({most_prior:Float64} + 1), correlation - pull * subject_share) as correlation_left,
            if(isFinite(correlation) and correlation > 0, greatest(least(1 / correlation_left - 1, {most_prior:Float64}), {least_prior:Float64}), {least_prior:Float64}) as kappa,
            -- The others are few, too, and differ.
            mu * (1 - mu) * (pow(1 - pull, 2) / other_told + if(pull > 0, pow(pull, 2) / near_told, 0)) as mu_variance,
            -- What is usual hangs on no single page: the same without the other page that adds most to it.
            arrayFilter(one -> one.2 != landing, most_told)[1] as most,
            ((1 - pull) * greatest(0, other_rates + most.1) / greatest(1, other_told - most.3) + pull * near_mu) / larger_orders as mu_of_rest,
            if(best.1 != landing and best.2 >= {example:Float64} * mu, best, ('', 0.)) as better,
            greatest(mu, if(best.1 != landing, best.2 / larger_orders, 0)) as best_rate
        from pulled
    )
select *
from segments
