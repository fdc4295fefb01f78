-- One row: a query that seems to name the brand without a brand term, since most searchers click on the home
-- page; or a domain term whose searchers find the site far down, so that it is a generic word.
-- uses: gsc_queries_current, gsc_query_pages_current, words_of
with
    window_rows as (
        select query as q, page in {home_pages:Array(String)} as is_home, cityHash64(page) as page_key, clicks as row_clicks, impressions as row_impressions, position as place
        from gsc_query_pages_current
        where day between {gsc_from:Date} and {gsc_to:Date}
          and position >= 1 and impressions > 0
    ),
    of_home as (
        select q, sum(row_clicks) as home_clicks, sum(row_impressions) as home_impressions
        from window_rows
        where is_home
        group by q
        having home_impressions >= {min_impressions:UInt64}
           and home_clicks >= {min_share:Float64} * home_impressions
           and sum(place * row_impressions) / home_impressions <= {max_position:Float64}
    ),
    of_other_pages as (
        select q, max(page_clicks) as most_clicks
        from (
            select q, page_key, sum(row_clicks) as page_clicks
            from window_rows
            where not is_home and q in (select q from of_home)
            group by q, page_key
        )
        group by q
    ),
    terms as (
        select arrayStringConcat(words_of(query)) as term, sum(impressions) as term_impressions
        from gsc_queries_current
        where day between {gsc_from:Date} and {gsc_to:Date}
          and position >= 1 and impressions > 0
          and arrayStringConcat(words_of(query)) in {brand_terms:Array(Array(String))}[1]
        group by term
        having term_impressions >= {min_impressions:UInt64}
           and sum(position * impressions) / term_impressions > {max_brand_position:Float64}
    )
select kind, words
from (
    select 'suspected' as kind, q as words
    from (
        select q, home_impressions
        from of_home
        left join of_other_pages using (q)
        where home_clicks >= most_clicks
        order by home_impressions desc, q
        limit {max_suspected:UInt64}
    )

    union all

    select 'doubted', term
    from terms
)
order by kind, words
