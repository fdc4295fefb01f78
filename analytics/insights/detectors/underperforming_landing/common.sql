-- Landing pages by segment of visitors. detector.sql and evidence.sql select from it.
-- uses: ga4_pages_current, is_company_page, is_for_visitors, pages_current
with
    -- Pages of one kind lie in the same folder at the same depth; of the folders around a page the narrowest
    -- with enough of them counts. Pages at the root are of two kinds: folders to others, or not.
    (address) -> arrayFilter(part -> part != '', splitByChar('/', path(address))) as steps_of,
    -- Where a page sends people on to another, or says that it is another, its visits are that one's.
    addresses as (
        select page as other_address, any(if(redirect_page != '', redirect_page, canonical_page)) as address_of_it
        from pages_current
        where if(redirect_page != '', redirect_page, canonical_page) not in ('', page)
        group by other_address
    ),
    visits as (
        select
            if(address_of_it != '', address_of_it, page) as landing,
            channel as from_channel,
            device as on_device,
            toFloat64(sum(sessions)) as visits_of_row,
            least(greatest(sum(conversions), 0), visits_of_row) as conversions_of_row,
            least(toFloat64(sum(engaged_sessions)), visits_of_row) as engaged_of_row,
            sum(greatest(conversions, 0)) as all_conversions,
            sumIf(revenue, abs(revenue) <= {most_revenue:Float64}) as earned,
            argMax(currency, (revenue != 0, day)) as money_of_row
        from ga4_pages_current as ga4_pages
        left join addresses on addresses.other_address = ga4_pages.page
        where day between {ga4_from:Date} and {ga4_to:Date}
          and isFinite(conversions) and sessions > 0
          and page not in ('', '(not set)')
        group by landing, from_channel, on_device
        having not is_for_visitors(landing) and not is_company_page(landing) and not match(path(landing), {skipped:String})
           -- Where nearly every visit converts, conversions are counted, not made.
           and all_conversions < {most_rate:Float64} * greatest(visits_of_row, {most_rate_visits:Float64})
    )
select *
from visits
