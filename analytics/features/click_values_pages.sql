-- One row: a requested page with the revenue and the conversion rate of its organic visitors in the window.
-- uses: ga4_pages_current
with
    window_rows as (
        select page as landing, sessions as row_sessions, conversions as row_conversions, revenue as row_revenue, currency as row_currency
        from ga4_pages_current
        where day between {ga4_from:Date} and {ga4_to:Date}
          and channel = 'Organic Search'
          and abs(revenue) <= {most_revenue:Float64}
          and page in {pages:Array(String)}
    )
select
    landing,
    toFloat64(sum(row_sessions)) as page_sessions,
    sum(row_revenue) as page_revenue,
    least(page_sessions, sumIf(row_conversions, isFinite(row_conversions) and row_conversions > 0)) as page_conversions
from window_rows
where row_revenue = 0 or row_currency = {currency:String} or {by_conversions:Bool}
group by landing
order by landing
