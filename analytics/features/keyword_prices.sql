-- One row: a requested query with its CPC in Semrush, in US dollars; '' is the site's clicks for all queries
-- with a known CPC, with their total price.
-- uses: gsc_queries_current, semrush_positions_current
with
    prices as (
        select query as term, avg(assumeNotNull(cpc)) as price
        from semrush_positions_current
        where day = {semrush_positions_newest:Date}
          and cpc > 0 and isFinite(cpc)
        group by term
    ),
    clicked as (
        select query as term, sum(clicks) as term_clicks
        from gsc_queries_current
        where day between {gsc_from:Date} and {gsc_to:Date}
          and query in (select term from prices)
        group by term
    )
select '' as asked, toFloat64(sum(term_clicks)) as asked_clicks, sum(term_clicks * price) as asked_cost
from clicked
inner join prices using (term)

union all

select term, 1, price
from prices
where term in {queries:Array(String)}
