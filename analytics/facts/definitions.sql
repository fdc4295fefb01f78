-- What detectors of providers' rows and tables begin with; their own steps follow. Of these blocks, parted by empty lines, each query gets
-- those that it uses. Parameters: see ground.go.
with
    -- The share of people who click on a result of this site at a position, for queries that do not name its brand.
    -- A value of its own, so that it is not written out in every step that looks it up.
    (select {ctr:Array(Float64)}) as ctr_table,
    (place) -> ctr_table[toUInt32(round(20 * (least(greatest(place, 1), 21) - 1))) + 1] as ctr_at,

    -- The words of a text.
    (text) -> splitByNonAlpha(lowerUTF8(text)) as words_of,

    -- Whether a query names the brand of the site at a place of {sites}: up to three words that stand side by side are, without the spaces
    -- between them, one of its terms, give or take as many typing mistakes as the term's length allows. Where queries are grouped, ask for
    -- any(query): else the engine asks of every row.
    -- Mistakes are counted in letters: those of more than one byte become one of one byte, as lettersOf does to the terms.
    (text) -> if(
        length(text) = lengthUTF8(text), text,
        arrayStringConcat(arrayMap(letter -> if(length(letter) = 1, letter, char(128 + CRC32(letter) % 128)), ngrams(text, 1)))) as letters_of,
    (words, pairs) -> arrayMap((word, rest) -> concat(word, rest), words, arrayResize(arrayPopFront(pairs), length(words))) as joined_to_next,
    (parts, terms, allowed) -> arrayExists(
        (term, mistakes) -> arrayExists(
            part -> abs(toInt64(length(part)) - toInt64(length(term))) <= mistakes and damerauLevenshteinDistance(part, term) <= mistakes,
            parts),
        terms, allowed) as has_brand_term,
    (site_place, text) -> not has({not_brand:Array(Array(String))}[site_place], lowerUTF8(text))
        and (has({suspected_brand:Array(Array(String))}[site_place], text)
            or {brand_patterns:Array(String)}[site_place] != '' and match(text, {brand_patterns:Array(String)}[site_place])
            or arrayExists(term -> position(lowerUTF8(text), term) > 0, {brand_inside:Array(Array(String))}[site_place])
            or arrayExists(
                words -> has_brand_term(
                    arrayConcat(words, joined_to_next(words, words), joined_to_next(words, joined_to_next(words, words))),
                    {brand_letters:Array(Array(String))}[site_place],
                    {brand_mistakes:Array(Array(UInt32))}[site_place]),
                [words_of(letters_of(lowerUTF8(text)))])) as names_brand_at,

    -- Of the one site that is looked at.
    (text) -> names_brand_at(1, text) as is_brand,

    -- Of a row's own site. That of one site is a constant, which takes less time.
    (of_site, text) -> names_brand_at(if(length({sites:Array(UUID)}) = 1, 1, indexOf({sites:Array(UUID)}, of_site)), text) as is_brand_of,

    -- The probability that a rate whose posterior is Beta(a, b) is below a limit: the regularised incomplete beta function, by Simpson's
    -- rule over the part of the density that is not next to nothing, in steps that grow from where it may be steep. a and b are at least 1:
    -- it then has no poles.
    (a, b) -> sqrt(a * b / (a + b + 1)) / (a + b) as beta_deviation,
    (a, b) -> greatest(0, a / (a + b) - 9 * beta_deviation(a, b)) as beta_from,
    (below, a, b) -> least(below, 1, a / (a + b) + 14 * beta_deviation(a, b)) as beta_to,
    (a, b, place) -> exp(
        (a - 1) * log(greatest(place, 1e-15)) + (b - 1) * log(greatest(1 - place, 1e-15)) + lgamma(a + b) - lgamma(a) - lgamma(b)) as beta_density,
    (below, a, b) -> greatest(0, least(1, (beta_to(below, a, b) - beta_from(a, b)) / 384 * arraySum(
        step -> multiIf(step in (0, 128), 1, step % 2 = 1, 4, 2) * step / 64
            * beta_density(a, b, beta_from(a, b) + pow(step / 128, 2) * (beta_to(below, a, b) - beta_from(a, b))),
        range(129)))) as beta_below,

    -- A number with commas between thousands, and with both digits of its cents where it is small and not round; a sum of money with its sign:
    -- analytics/written has the same rule, and gives the signs and which currencies have no cents.
    (amount) -> if(
        abs(amount) >= 100 or amount = trunc(amount),
        concat(if(amount < 0, '-', ''), reverse(arrayStringConcat(extractAll(reverse(toString(toInt64(round(abs(amount))))), '[0-9]{1,3}'), ','))),
        toDecimalString(amount, 2)) as price_of,

    (amount, of_currency) -> concat(
        transform(of_currency, {currencies:Array(String)}, {currency_signs:Array(String)}, concat(of_currency, ' ')),
        price_of(if(of_currency in {whole_currencies:Array(String)}, round(amount), amount))) as money_of,

    -- A share in percent, with as many digits as tell it from none and from all: analytics/written has the same rule.
    (part, digits) -> round(100 * part, if(part > 0 and part < 1, greatest(digits, toInt8(floor(-log10(199.999 * greatest(1e-9, least(part, 1 - part)))) + 1)), digits)) as percent_of,

    -- How wide a text is, in letters of Latin script, which are about nine pixels: a capital takes more, one of Chinese, Japanese or Korean twice as much.
    (text) -> lengthUTF8(text) + 0.3 * length(extractAll(text, '\\p{Lu}')) + length(extractAll(text, '[\\p{Han}\\p{Hiragana}\\p{Katakana}\\p{Hangul}\\x{3000}-\\x{303F}\\x{FF00}-\\x{FF60}]')) as width_of,

    -- A text that is no wider: up to its last sentence that is whole, else its last clause, else its last word, as long as half of the room is used.
    (text, most) -> substringUTF8(text, 1, toUInt64(most * lengthUTF8(text) / greatest(1, width_of(text)))) as start_of,
    (text, most) -> trimBoth(extract(start_of(text, most), '(?s)^(.*(?:[.!?؟](?: |$)|[。！？]))')) as sentences_of,
    (text, most) -> extract(start_of(text, most), '(?s)^(.*[^ ,;:–—、،，；：]) ?(?:[,;:،] | [–—] |[、，；：])') as clauses_of,
    (text, most) -> multiIf(
        width_of(text) <= most, text,
        width_of(sentences_of(text, most)) >= most / 2, sentences_of(text, most),
        width_of(clauses_of(text, most)) >= most / 2, concat(clauses_of(text, most), if(match(text, '[\\p{Han}\\p{Hiragana}\\p{Katakana}]'), '。', '.')),
        concat(replaceRegexpOne(start_of(text, most), '[ ,;:.|–—-]+[^ ]*$', ''), '…')) as shortened,

    -- What a text says first; and a heading with that behind it, '' where there is nothing, or the heading again.
    (text) -> extract(text, '^[^.,;:!?|–—。、，！？]+') as first_clause_of,
    (heading_text, clause) -> if(heading_text = '' or clause = '' or startsWith(lowerUTF8(clause), lowerUTF8(heading_text)), '', concat(heading_text, ': ', clause)) as with_clause,

    -- Whether two addresses are of one page: with other parameters, or for another country or language.
    (one, other) -> replaceRegexpOne(cutQueryString(one), '^(https?://[^/]+)/(?:[a-z]{2}(?:[-_][a-zA-Z]{2})?)(?:/|$)', '\\1/')
        = replaceRegexpOne(cutQueryString(other), '^(https?://[^/]+)/(?:[a-z]{2}(?:[-_][a-zA-Z]{2})?)(?:/|$)', '\\1/') as are_twins,

    -- The part of a window's searches a day that is left, where that is less than half: news and seasons end. They have ended when the newest
    -- week says so, and do when its last three days have less than half of the same days a week before. Two deviations more than were counted
    -- are what chance leaves open.
    (lately) -> lately + 2 * sqrt(lately) + 2 as at_most,
    (seen, days, of_week, days_of_week, of_end, of_end_before) -> multiIf(
        days_of_week > 0 and at_most(of_week) / days_of_week < 0.5 * seen / days, at_most(of_week) / days_of_week / (seen / days),
        at_most(of_end) < 0.5 * of_end_before, least(1, at_most(of_end) / 3 / (seen / days)),
        1) as part_left,

    -- Whether a page serves those who are here already, and nobody is won by finding it: to log in, to pay, to read the terms.
    (address) -> match(path(address), '(?i)/(log-?(in|out)|sign-?(in|out)|anmelden|abmelden|connexion|(my-?|mein-?|mon-?)?(account|konto|compte)|((reset|forgot)-?)?password(-reset)?|passwort(-vergessen)?|(shopping-?)?cart|basket|warenkorb|panier|carrito|checkout|kasse|thank-?you|thanks|danke|merci|gracias|order-(complete|received|confirmation)|privacy(-policy|-notice)?|datenschutz(erkl(ae|%C3%A4|ä)rung)?|terms(-(of|and)-[a-z-]+)?|agb|tos|impressum|imprint|mentions-legales|aviso-legal|legal(-notice)?|cookies?-policy|unsubscribe|search|suche)(\\.[a-z]+)?/?$') as is_for_visitors,

    -- The parameters of an address that say what its page shows, not how, nor who sees it.
    (address) -> arrayStringConcat(arrayFilter(
        parameter -> match(parameter, '(?i)^(([a-z_.-]*_)?(id|sku|product|item|article|post|story|thread|topic|route|slug)|[a-z]{1,8}id)=.')
            and not match(parameter, '(?i)^(sid|s_?id|session_?id|phpsessid|jsessionid|[a-z]*clid|cid|uid|user_?id|visitor_?id|aff(iliate)?_?id|ref_?id|partner_?id|campaign_?id|click_?id)='),
        splitByChar('&', queryString(address))), '&') as naming_part_of,

    -- The reads of days that count, by their days; rows are picked by the parameters that end in _sync_ids, which takes the engine less time.
    reads as (
        select report as of_report, day as of_day, sync_id as sync
        from current_days final
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
    ),

    -- One row a site and currency: what a conversion of its ads may cost. The owner says so, or it is what one costs now: the average of
    -- the campaigns whose names do not name the brand, or what half of their money pays more than, where most of them pay about as much.
    -- What has no target is null. The last days do not count: their conversions are still to come.
    cpa_campaigns as (
        select
            site_id as of_site,
            currency as of_money,
            sum(cost) as spent,
            sum(conversions) as won,
            if(won > 0, spent / won, {cpa_no_cost:Float64}) as cost_of_one,
            argMax(status, day) as state,
            argMax(campaign, day) as name
        from gads_campaigns
        where account_id = {account_id:UUID} and site_id in {sites:Array(UUID)} and connection_id in {connections:Array(UUID)}
          and day > {cpa_until:Date} - {cpa_days:UInt16} and day <= {cpa_until:Date}
          and sync_id in (select sync from reads where of_report = 'gads_campaigns')
          and isFinite(cost) and cost >= 0 and isFinite(conversions) and conversions >= 0
        group by of_site, of_money, campaign_id
        having spent > 0 and state in ('enabled', '')
    ),
    cpa_targets as (
        select
            of_site,
            of_money,
            sum(won) as won_in_all,
            sum(spent) / won_in_all as average,
            sumIf(spent, counts) / sumIf(won, counts) as average_of_those,
            quantilesExactWeightedIf(0.25, 0.5)(cost_of_one, toUInt64(least(100 * spent, 1e15)), counts) as quarters,
            -- Where half of the money pays several times as much as a quarter does, dear campaigns are not how things are.
            if(quarters[2] <= {cpa_alike:Float64} * quarters[1], greatest(quarters[2], average_of_those), average_of_those) as usual,
            {told_targets:Array(Float64)}[indexOf({told_sites:Array(UUID)}, of_site)] as told,
            multiIf(told > 0, told, won_in_all = 0, null, usual < {cpa_most_apart:Float64} * average, greatest(average, usual), average) as of_target
        from (
            -- A brand's conversions are cheap. Where all names have it in them it says nothing.
            select *, not names_brand or min(names_brand) over (partition by of_site, of_money) as counts
            from (
                select *, is_brand_of(of_site, name) or match(replaceRegexpAll(name, {cpa_not_brand:String}, ''), {cpa_brand:String}) as names_brand
                from cpa_campaigns
            )
        )
        group by of_site, of_money
    ),
