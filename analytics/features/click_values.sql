-- One row: a type of landing page by the first folder of its path ('' none, '*' all), with the revenue, in
-- the newest currency, and the conversion rate of its organic visitors in the window.
-- uses: ga4_pages_current
with
    window_rows as (
        select
            if(length(splitByChar('/', path(page))) > 2, splitByChar('/', path(page))[2], '') as folder,
            sessions as row_sessions, conversions as row_conversions, revenue as row_revenue, currency as row_currency, day as row_day
        from ga4_pages_current
        where day between {ga4_from:Date} and {ga4_to:Date}
          and channel = 'Organic Search'
          and abs(revenue) <= {most_revenue:Float64}
    ),
    newest_currency as (
        select argMax(row_currency, row_day) as money
        from window_rows
        where row_revenue != 0
    )
select
    arrayJoin([folder, '*']) as page_type,
    (select money from newest_currency) as type_currency,
    toFloat64(sum(row_sessions)) as type_sessions,
    sum(row_revenue) as type_revenue,
    least(type_sessions, sumIf(row_conversions, isFinite(row_conversions) and row_conversions > 0)) as type_conversions
from window_rows
where row_revenue = 0 or row_currency = (select money from newest_currency)
group by page_type
order by type_sessions desc, page_type
limit {most_types:UInt64}
