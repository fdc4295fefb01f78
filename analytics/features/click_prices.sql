-- One row: a requested search term with ad clicks and their cost in the window; '' is the whole account,
-- since Google hides most small terms.
-- uses: gads_campaigns_current, gads_search_terms_current
with
    windowed as (
        select search_term as term, clicks as row_clicks, cost as row_cost, currency as row_currency
        from gads_search_terms_current
        where day between {gads_from:Date} and {gads_to:Date}
          and search_term in {queries:Array(String)}

        union all

        select '', clicks, cost, currency
        from gads_campaigns_current
        where day between {gads_from:Date} and {gads_to:Date}
    )
select term, any(row_currency) as term_currency, toFloat64(sum(row_clicks)) as term_clicks, sum(row_cost) as term_cost
from windowed
where isFinite(row_cost) and row_cost >= 0
group by term
having uniqExact(row_currency) = 1
order by term
