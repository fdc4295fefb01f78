-- One row: a search that ads were clicked for and that the site is shown for without ads too.
-- uses: gads_search_terms_current, gsc_queries_current, gsc_query_pages_current, is_brand_of
with
    paid_for as (
        select
            site_id as site,
            lowerUTF8(search_term) as words,
            currency as money,
            sum(cost) as paid,
            toInt64(sum(clicks)) as clicked,
            sum(conversions) as converted
        from gads_search_terms_current
        where day between {from:Date} and {to:Date}
          and isFinite(cost) and cost >= 0 and isFinite(conversions) and conversions >= 0
          and ({q:String} = '' or positionCaseInsensitiveUTF8(search_term, {q:String}) > 0)
        group by site, words, money
        having clicked > 0 and ({brand:String} = 'all' or is_brand_of(site, words) = ({brand:String} = 'brand'))
    ),
    organic as (
        select
            site_id as site,
            lowerUTF8(query) as words,
            toInt64(sum(clicks)) as organic_clicked,
            toInt64(sum(impressions)) as organic_shown,
            sumIf(position * impressions, position >= 1) / sumIf(impressions, position >= 1) as place
        from gsc_queries_current
        where day between {from:Date} and {to:Date}
          and lowerUTF8(query) in (select words from paid_for)
        group by site, words
        having organic_shown > 0
    ),
    picked as materialized (
        select
            site as site_id,
            words as query,
            toBool(is_brand_of(site, words)) as names_brand,
            paid as paid_cost,
            clicked as paid_clicks,
            converted as paid_conversions,
            paid / clicked as paid_cpc,
            ifNotFinite(place, null) as organic_position,
            organic_clicked as organic_clicks,
            organic_shown as organic_impressions,
            least(100, 100 * organic_clicked / organic_shown) as organic_ctr,
            money as currency,
            multiIf(
                organic_position < {first_position:Float64} and names_brand, 'Pause the ad for two weeks as a test: you rank first for your own name.',
                organic_position < {good_position:Float64} and converted = 0, 'Exclude this search from the ads: no conversions, and you rank in the top 3.',
                organic_position < {good_position:Float64}, 'Test a lower bid: you rank in the top 3 without the ad.',
                converted >= 1, 'Keep the ad and improve the page: the ad converts, and you rank below the top 3.',
                'Keep the ad while it pays: you rank below the top 3 without it.') as action,
            count() over () as total,
            0 as unsorted
        from paid_for
        inner join organic using (site, words)
        order by
            {ascending:Identifier} asc nulls last,
            {descending:Identifier} desc nulls last,
            paid_cost desc,
            query,
            site_id,
            currency
        limit {limit:UInt32} offset {offset:UInt32}
    ),
    shown_pages as (
        select site, words, argMax(address, (page_impressions, page_clicks, address)) as page_shown
        from (
            select site_id as site, lowerUTF8(query) as words, page as address, sum(clicks) as page_clicks, sum(impressions) as page_impressions
            from gsc_query_pages_current
            where day between {from:Date} and {to:Date}
              and lowerUTF8(query) in (select query from picked)
            group by site, words, address
        )
        group by site, words
    )
select *, nullIf(page_shown, '') as page
from picked
left join shown_pages on site = site_id and words = query
order by
    {ascending:Identifier} asc nulls last,
    {descending:Identifier} desc nulls last,
    paid_cost desc,
    query,
    site_id,
    currency
-- Pushed below the grouping, is_brand would be asked once a row.
settings enable_materialized_cte = 1, query_plan_filter_push_down = 0
