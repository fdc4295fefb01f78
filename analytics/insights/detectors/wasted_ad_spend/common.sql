-- Ad spend with too few conversions. detector.sql and evidence.sql select from it.
-- uses: gads_ad_groups_current, gads_campaigns_current, gads_criteria_current, gads_search_terms_current, reads
-- uses: bidding_of, phrases_of, words_of
with
    -- The last days do not count: their conversions are still to come.
    {gads_to:Date} - {lag:UInt16} as until,
    [{short:UInt16}, {middle:UInt16}, {long:UInt16}] as span_lengths,
    -- Up to three words that follow each other; one alone has three letters, or says as much in two. A word
    -- with a hyphen is not cut: of second-hand bikes, "second hand" is one and "hand" none.
    (text) -> arrayFilter(unit -> unit != '', arrayMap(part -> arrayStringConcat(words_of(part), ' '), splitByWhitespace(text))) as units_of,
    (words) -> arrayDistinct(arrayFilter(
        gram -> countSubstrings(gram, ' ') < 3 and (lengthUTF8(gram) > 2 or match(gram, '[\\p{Han}\\p{Hangul}]')) and not match(gram, {empty_words:String}),
        phrases_of(words))) as grams_of,
    -- The currency of the account now, and the last day on which it had another.
    newest_money as (
        select argMax(currency, day) as money
        from gads_campaigns_current
        where day > until - {long:UInt16} and day <= until
          and cost > 0
    ),
    other_money as (
        select max(day) as last_other_day
        from gads_campaigns_current
        where day > until - {long:UInt16} and day <= until
          and cost > 0
          and currency != (select money from newest_money)
    ),
    -- One row per span and day with all reports imported. Span 0 is the newest days, which show only
    -- what is on still.
    spend_days as (
        select spend_day, span, count() over (partition by span) as days_of_span
        from (
            select day as spend_day
            from reads
            where report in ('gads_campaigns', 'gads_ad_groups', 'gads_search_terms')
              and day > greatest(until - {long:UInt16}, (select last_other_day from other_money)) and day <= {gads_to:Date}
            group by spend_day
            having uniqExact(report) = 3
        )
        array join arrayPushFront(span_lengths, 0) as span
        where if(span = 0, spend_day > until, spend_day > until - span and spend_day <= until)
        qualify span = 0 or days_of_span >= {min_days:UInt64}
    ),
    -- One row per span and cell: a search term of an ad group; under '' what Google hides of the ad group's
    -- terms; in ad group 0 what a campaign spends outside of ad groups. Nothing is in two cells.
    cells as (
        select
            campaign_key,
            group_key,
            search_text,
            span,
            any(days_of_span) as span_days,
            sum(cell_clicks) as n,
            sum(cell_cost) as spent,
            sum(cell_conversions) as won,
            sum(cell_worth) as worth,
            argMaxIf(cell_status, cell_day, cell_status != '') as newest_status,
            words_of(search_text) as words
        from (
            select
                campaign_id as campaign_key,
                ad_group_id as group_key,
                part.1 as search_text,
                day as cell_day,
                part.2 * toFloat64(clicks) as cell_clicks,
                part.2 * cost as cell_cost,
                part.2 * conversions as cell_conversions,
                if(isFinite(conversion_value), part.2 * conversion_value, 0) as cell_worth,
                if(part.1 = '', '', status) as cell_status
            from gads_search_terms_current
            array join [(lowerUTF8(search_term), 1), ('', -1)] as part
            where day > until - {long:UInt16} and day <= {gads_to:Date}
              and isFinite(cost) and isFinite(conversions)

            union all

            select
                campaign_id as campaign_key,
                part.1 as group_key,
                '' as search_text,
                day as cell_day,
                part.2 * toFloat64(clicks) as cell_clicks,
                part.2 * cost as cell_cost,
                part.2 * conversions as cell_conversions,
                if(isFinite(conversion_value), part.2 * conversion_value, 0) as cell_worth,
                '' as cell_status
            from gads_ad_groups_current
            array join [(ad_group_id, 1), (toUInt64(0), -1)] as part
            where day > until - {long:UInt16} and day <= {gads_to:Date}
              and isFinite(cost) and isFinite(conversions)

            union all

            select
                campaign_id as campaign_key,
                toUInt64(0) as group_key,
                '' as search_text,
                day as cell_day,
                toFloat64(clicks) as cell_clicks,
                cost as cell_cost,
                conversions as cell_conversions,
                if(isFinite(conversion_value), conversion_value, 0) as cell_worth,
                '' as cell_status
            from gads_campaigns_current
            where day > until - {long:UInt16} and day <= {gads_to:Date}
              and isFinite(cost) and isFinite(conversions)
        ) as rows_of_cells
        inner join spend_days on spend_days.spend_day = rows_of_cells.cell_day
        group by campaign_key, group_key, search_text, span
    ),
    -- What is on now: there is nothing to gain where ads were stopped.
    campaigns_now as (
        select
            campaign_id as campaign_key,
            argMax(campaign, day) as campaign_name,
            argMax(status, day) as campaign_status,
            bidding_of(argMax(bidding_strategy, day), argMax(channel_type, day)) as campaign_bidding
        from gads_campaigns_current
        where day > {gads_to:Date} - {long:UInt16} and day <= {gads_to:Date}
        group by campaign_key
        having campaign_status in ('enabled', '')
    ),
    groups_now as (
        select campaign_id as campaign_key, ad_group_id as group_key, argMax(ad_group, day) as group_name, argMax(status, day) as group_status
        from gads_ad_groups_current
        where day > {gads_to:Date} - {long:UInt16} and day <= {gads_to:Date}
        group by campaign_key, group_key
        having group_status in ('enabled', '')
    ),
    -- One row: a campaign with its current keywords and negative keywords. A negative list repeats for each
    -- campaign that uses it.
    criteria as (
        select
            campaign_id as campaign_key,
            countIf(not is_negative) as keyword_count,
            groupUniqArrayArrayIf(grams_of(words_of(keyword)), not is_negative) as keyword_grams,
            groupUniqArrayIf(arrayStringConcat(words_of(keyword), ' '), not is_negative) as keyword_texts,
            groupArrayIf((if(level = 'ad_group', ad_group_id, 0), match_type, words_of(keyword)), is_negative) as exclusions
        from gads_criteria_current
        where day = {gads_criteria_newest:Date}
          and status = 'enabled'
        group by campaign_key
    )
select *
from cells
