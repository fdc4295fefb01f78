-- continues: common.sql, peers.sql
-- uses: gads_keywords_current, percent_of, words_of
with
    -- A page as a whole, and each of its segments.
    parts as (
        select
            *,
            due / part_n as part_mu,
            -- Nor on luck: a usual rate of three conversions may be half of it.
            least(due_without_best, due - sqrt(due_variance)) as surely_due,
            due_variance / pow(part_n, 2) as part_mu_variance,
            greatest(kappa_in_all / part_n, 1 / part_mu) as part_kappa,
            part_kappa + part_n as weight,
            (part_mu * part_kappa + part_x) / weight as rate,
            -- Conversions that each of them rests on. The rate is partly the usual one, so that this moves
            -- the distance between them less.
            rate / (1 - rate) * (weight + 1) as rate_count,
            pow(due, 2) / due_variance as mu_count,
            least(1e7, mu_count / pow(1 - part_kappa / weight / {below:Float64}, 2)) as limit_count,
            -- Of the distance.
            pow(rate, 2) / rate_count + pow(part_kappa / weight - {below:Float64}, 2) * part_mu_variance as variance,
            paid_part.1 >= {paid_share:Float64} * part_n as is_much_paid,
            is_much_paid and paid_part.3 - paid_part.2 >= {paid_blamed:Float64} * (due - part_x) * paid_part.1 / part_n as is_paid_to_blame,
            multiIf(is_paid_to_blame, worst_paid, is_much_paid and paid_part.1 < part_n, worst_unpaid, worst_of_all) as worst_segment
        from (
            select
                landing,
                arrayJoin(['', concat(from_channel, ' on ', on_device)]) as part,
                any(kind_of_page) as kind_of_part,
                sum(n) as part_n,
                sum(x) as part_x,
                sum(n * mu) as due,
                sum(n * least(mu, mu_of_rest)) as due_without_best,
                sum(pow(n, 2) * mu_variance) as due_variance,
                sum(n * kappa) as kappa_in_all,
                sum(n * likely_correlation) / part_n as part_correlation,
                max(others) as part_others,
                if(sum(n * pull) >= {pull_told:Float64} * part_n, (any(subject), max(near_pages)), ('', 0)) as part_near,
                any(larger_orders) as part_orders,
                sum(engaged) / part_n as part_engaged,
                sum(n * usual_engaged) / part_n as part_usual_engaged,
                argMax((better.1, better.2, concat(from_channel, ' on ', on_device)), n) as part_best,
                sum(n * best_rate) as part_best_due,
                -- Of visits that are paid for, with conversions made and due.
                (sumIf(n, is_paid), sumIf(x, is_paid), sumIf(n * mu, is_paid)) as paid_part,
                any(known_share) as known_of_page,
                any(known_elsewhere) as known_of_others,
                argMax(arrayMap(one -> one.2, arrayFilter(one -> one.2 != landing, most_told)), n) as peers_told,
                argMaxIf((from_channel, on_device), (n * mu - x, from_channel), is_paid) as worst_paid,
                argMaxIf((from_channel, on_device), (n * mu - x, from_channel), not is_paid) as worst_unpaid,
                argMax((from_channel, on_device), (n * mu - x, from_channel)) as worst_of_all
            from (
                select *, match(from_channel, {paid:String}) as is_paid
                from segments
                where others >= {min_peers:UInt64} and mu > 0 and mu < 1
            )
            group by landing, part
        )
        where surely_due >= {min_expected:Float64} and part_n >= {min_sessions:Float64}
          and not ((part = '' or startsWith(part, 'Email ') or startsWith(part, 'Direct '))
              and known_of_page >= {returning:Float64} and known_of_others < {few_returning:Float64})
    ),
    -- Pages and segments whose rate is low, with what judge.go tests them by.
    compared as (
        select *
        from (
            select
                *,
                max(due) over (partition by landing) as due_of_page,
                maxIf(due - part_x, part = '') over (partition by landing) as loss_of_page,
                part != '' and due - part_x >= {cause_share:Float64} * loss_of_page and due_of_page - due >= {min_expected:Float64} as is_cause,
                -- The worst of a page's many segments is bad by chance more often than one is.
                if(part = '', 1, count() over (partition by landing) - 1) as looked_at,
                uniqExact(landing) over () as pages_tested,
                -- Where many of the pages do that badly, addresses do not tell kinds apart: these are of
                -- another one.
                countIf(part = '' and part_x < {alike:Float64} * due) over (partition by kind_of_part) as pages_alike,
                countIf(part = '') over (partition by kind_of_part) as pages_of_part_kind,
                part_x < {alike:Float64} * due and pages_alike > greatest({fewest_alike:Float64}, {alike_share:Float64} * pages_of_part_kind) as is_other_kind
            from parts
        )
        where rate < {below:Float64} * part_mu and not is_other_kind
    ),
    site as (
        select
            sum(visits_of_row) as visits_of_site,
            sum(all_conversions) as conversions_of_site,
            uniqExact(landing) as pages_of_site,
            argMax(money_of_row, (earned > 0, earned)) as money,
            -- Where conversions are made, weighed by them: what nobody converts on says nothing of them.
            (select sum(c * greatest(0, c - 1) / greatest(1, v - 1)) / sum(c) from (select sum(visits_of_row) as v, sum(conversions_of_row) as c from visits group by landing)) as rate_where_made,
            if(isFinite(rate_where_made) and rate_where_made > 0, rate_where_made, conversions_of_site / visits_of_site) as rate_of_site,
            greatest(0, sum(earned)) as earned_of_site,
            uniqExactIf(money_of_row, earned != 0) as moneys
        from visits
    ),
    -- Devices on which nobody converts anywhere, with the conversions expected at the rate of the others.
    devices as (
        select
            on_device,
            sum(visits_of_row) as visits_of_device,
            sum(conversions_of_row) as conversions_of_device,
            sum(visits_of_device) over () - visits_of_device as visits_elsewhere,
            sum(conversions_of_device) over () - conversions_of_device as conversions_elsewhere,
            visits_of_device * conversions_elsewhere / visits_elsewhere as expected_on_device
        from visits
        group by on_device
    ),
    -- Keywords with clicks in the window: those with all words of a page's address probably lead there.
    (
        select groupArraySorted(3000)((-clicks_of_keyword, campaign_title, keyword_text, arrayMap(word -> stem_of(word), words_of(keyword_text))))
        from (
            select argMax(campaign, day) as campaign_title, lowerUTF8(keyword) as keyword_text, toFloat64(sum(clicks)) as clicks_of_keyword
            from gads_keywords_current
            where day between {ga4_from:Date} and {ga4_to:Date}
            group by campaign_id, keyword_text
            having clicks_of_keyword > 0
        )
    ) as keywords_bought,
    found as (
        select 'page' as what, landing, part, kind_of_part, part_n, part_x, part_mu, part_kappa, part_correlation, part_others, part_near, part_orders, part_engaged, part_usual_engaged, part_best, part_best_due, peers_told, variance, rate, worst_segment, is_paid_to_blame, paid_part, toUInt64(0) as page_total,
            is_cause, due - part_x as lost, looked_at, pages_tested, rate_count, limit_count, mu_count
        from compared

        union all

        select 'site', '', '', '', visits_of_site, 0, 0, 0, 0, 0, ('', 0), 1, 0, 0, ('', 0, ''), 0, [], 0, 0, ('', ''), 0, (0, 0, 0), pages_of_site, 0, 0, 1, 1, 0, 0, 0
        from site
        where conversions_of_site = 0 and visits_of_site >= {min_warning_sessions:UInt64}

        union all

        select 'site', '', on_device, '', visits_of_device, 0, expected_on_device / visits_of_device, 0, 0, 0, ('', 0), 1, 0, 0, ('', 0, ''), 0, [], 0, 0, ('', on_device), 0, (0, 0, 0), 0, 0, 0, 1, 1, 0, 0, 0
        from devices
        where conversions_of_device = 0 and expected_on_device >= {min_device_expected:Float64} and on_device in ('mobile', 'desktop', 'tablet')
    )
-- One row: a page that converts less than similar pages, as a whole or in one channel and device; or missing
-- tracking. judge.go tests them and keeps one row per page.
select
    multiIf(what = 'site' and part = '', 'unmeasured', what = 'site', 'device', part = '', 'page', 'segment') as text,
    what as entity_type,
    landing as page,
    if(text = 'device', concat('no_conversions_', part), '') as issue,
    if(text = 'device', part, '') as device,
    {month_days:Float64} / {ga4_pages_days:Float64} as to_month,
    part_n * to_month as visits_month,
    multiIf(
        {conversion_value:Float64} > 0, {conversion_value:Float64},
        earned_of_site > 0 and moneys = 1 and conversions_of_site > 0, earned_of_site / conversions_of_site,
        null) as conversion_value,
    -- How sure the rate is, and how much pages like it differ: nobody knows whether this one would be a
    -- better or a worse one of them.
    sqrt(variance + part_mu * (1 - part_mu) / (part_kappa + 1)) as deviation,
    -- The same of what is likely, at the limit below which a rate is low.
    sqrt(variance + pow({below:Float64}, 2) * part_mu * (1 - part_mu) * part_correlation) as likely_deviation,
    -- What one more conversion is worth; without a value, the visits that make one, the same on all pages.
    if(conversion_value is null, if(rate_of_site > 0, 1 / rate_of_site, 1 / part_mu), conversion_value * if({conversion_value:Float64} > 0, 1, part_orders)) as each,
    -- Nobody knows what causes the gap: what work closes is a part of it.
    {closed:Float64} * visits_month * each as gained,
    cast(null, 'Nullable(Float64)') as value_low, -- by judge.go
    if(what = 'site', null, gained * greatest(0, part_mu - rate)) as value_mid,
    if(what = 'site', null, gained * greatest(0, least(part_mu, part_mu - rate + 1.2816 * deviation))) as value_high,
    -- No more than the whole gap that is told, to pages of its kind or the best of them.
    if(what = 'site', null, (least(part_mu * part_n, part_best_due) - part_x) * to_month * each) as value_limit,
    if(conversion_value is null, 'clicks', 'currency') as value_unit,
    if({conversion_value:Float64} > 0, {site_currency:String}, money) as value_currency,
    if(text = 'device', 'critical', 'high') as severity,
    if(what = 'site', 1, 3) as effort_class,
    -- What judge.go works out probability_real of.
    is_cause,
    toFloat64(lost) as conversions_lost,
    toFloat64(looked_at) as parts_looked_at,
    toFloat64(pages_tested) as tested_pages,
    rate as rate_of_part,
    part_mu as rate_of_others,
    toFloat64(rate_count) as conversions_of_rate,
    toFloat64(limit_count) as conversions_of_limit,
    toFloat64(mu_count) as conversions_of_others,
    toFloat64(part_x) as conversions_seen,
    toFloat64(part_n) as visits_seen,
    if(what = 'site', 1, {fix:Float64}) as probability_fix,
    part as segment,
    multiIf(
        kind_of_part = '', '',
        kind_of_part = '/*/', 'category pages',
        kind_of_part = '/*', 'top-level pages',
        concat('pages under ', replaceRegexpOne(kind_of_part, '(/[*])+$', ''))) as page_kind,
    round(visits_month) as sessions_month,
    round(part_x * to_month) as conversions_month,
    round(visits_month * part_mu) as expected_conversions_month,
    round(part_x / part_n, 4) as conversion_rate,
    round(part_mu, 4) as usual_rate,
    -- Where fewer than one in a hundred convert, tenths do not tell one page from another.
    percent_of(part_x / part_n, (if(part_mu < 0.01, 2, 1) as digits)) as rate_percent,
    percent_of(part_mu, digits) as usual_percent,
    part_others as peer_pages,
    if(kind_of_part = '/*', arrayStringConcat(arrayMap(one -> path(one), peers_told), ' and '), '') as peers_named,
    part_near.1 as subject,
    part_near.2 as subject_pages,
    part_orders > 1 as has_larger_orders,
    round(part_kappa) as usual_rate_counts_like_visits,
    percent_of(part_engaged, 0) as engaged_percent,
    percent_of(part_usual_engaged, 0) as usual_engaged_percent,
    part_engaged < {engaged_apart:Float64} * part_usual_engaged as leaves_early,
    -- An example is about the same thing: a wallet is none for a kayak, nor an about page for a pricing page.
    if(kind_of_part != '/*' and hasAny(stems_of(part_best.1), stems_of(landing)), part_best.1, '') as best_page,
    part_best.3 as best_segment,
    percent_of(part_best.2, digits) as best_percent,
    page_total as page_count,
    round(paid_part.1 * to_month) as paid_month,
    round(paid_part.2 * to_month) as paid_conversions_month,
    round(paid_part.3 * to_month) as paid_expected_month,
    round((part_n - paid_part.1) * to_month) as unpaid_month,
    round((part_x - paid_part.2) * to_month) as unpaid_conversions_month,
    round((part_n * part_mu - paid_part.3) * to_month) as unpaid_expected_month,
    percent_of(paid_part.1 / part_n, 0) as paid_percent,
    what = 'page' and paid_part.1 >= {paid_share:Float64} * part_n as has_ads,
    has_ads and is_paid_to_blame as blames_ads,
    has_ads and paid_part.2 < {below:Float64} * paid_part.3 as is_paid_for,
    toFloat64(paid_part.2) as paid_seen,
    toFloat64(paid_part.3) as paid_due,
    10 * round(10 * (1 - paid_part.2 / paid_part.3)) as paid_cut,
    part_x = 0 as is_unrecorded,
    not is_unrecorded and not leaves_early and part_x / part_n < {rarely:Float64} * part_mu as is_rarely_recorded,
    earned_of_site > 0 as sells,
    has_ads and part_n - paid_part.1 >= {min_sessions:Float64} and paid_part.2 / paid_part.1 < {paid_worse:Float64} * (part_x - paid_part.2) / (part_n - paid_part.1) as is_paid_worse,
    percent_of(paid_part.2 / paid_part.1, digits) as paid_rate_percent,
    percent_of((part_x - paid_part.2) / (part_n - paid_part.1), digits) as unpaid_rate_percent,
    multiIf(
        worst_segment.1 in ('', '(not set)', 'Unassigned', 'Direct'), '',
        worst_segment.1 = 'Organic Search', 'from a search result',
        worst_segment.1 = 'Organic Social', 'from a social post',
        worst_segment.1 = 'Referral', 'from a link on another site',
        worst_segment.1 = 'Email', 'from a link in one of your emails',
        concat('from ', worst_segment.1)) as arrival,
    if(startsWith(part, 'Direct on '), concat('direct visitors', substring(part, 7)), part) as visitors,
    startsWith(part, 'Direct on ') as is_direct,
    worst_segment.2 as worst_device,
    if(has_ads and notEmpty(stems_of(landing)), arrayFilter(one -> hasAll(one.4, stems_of(landing)), keywords_bought), []) as likely_keywords,
    arrayMap(one -> one.2, likely_keywords) as likely_campaigns,
    if(empty(likely_campaigns), '', likely_campaigns[1]) as ad_campaign,
    arrayMap(one -> one.3, arrayFilter(one -> one.2 = ad_campaign, likely_keywords)) as ad_keywords,
    concat(toString({ga4_pages_days:UInt64}), ' of 28 days came') as coverage
from found
cross join site
order by value_mid desc, page, segment
