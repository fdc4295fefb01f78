-- One row: the newest test of a page on a device.
-- uses: ga4_pages_current, gsc_pages_current, is_company_page, is_for_visitors, pagespeed_tests_current
with
    tests as (
        select
            page as tested,
            device as tested_device,
            argMax((field_source, field_lcp_ms, field_inp_ms, field_cls, field_ttfb_ms, lab_lcp_ms, lab_cls, lab_ttfb_ms, score, recommendations, savings_ms, resources), day) as newest,
            max(day) as last_test,
            newest.1 as visits_measured,
            if(isFinite(newest.4), newest.4, null) as field_shift,
            ifNull(newest.2, newest.3) is not null or field_shift is not null as is_field,
            multiIf(visits_measured != '' and is_field, visits_measured, 'lab') as measured,
            toFloat64(ifNull(if(measured = 'lab', if(isFinite(newest.6), newest.6, null), newest.2), 0)) as lcp,
            toFloat64(ifNull(newest.3, 0)) as inp,
            toFloat64(ifNull(if(measured = 'lab', if(isFinite(newest.7), newest.7, null), field_shift), 0)) as shift,
            toFloat64(ifNull(newest.5, if(isFinite(newest.8), newest.8, 0))) as first_byte,
            toFloat64(ifNull(if(isFinite(newest.6), newest.6, null), 0)) as lab_seconds,
            toFloat64(ifNull(if(isFinite(newest.7), newest.7, null), 0)) as lab_shift,
            newest.9 as points,
            newest.10 as titles,
            newest.11 as savings,
            newest.12 as resources_named
        from pagespeed_tests_current
        where day > {pagespeed_tests_newest:Date} - {tests_days:UInt16} and day <= {pagespeed_tests_newest:Date}
        group by tested, tested_device
    ),
    visits as (
        select page as landing, if(device = 'mobile', 'mobile', 'desktop') as visit_device, toFloat64(sum(sessions)) as visits_of_device
        from ga4_pages_current
        where day between {ga4_from:Date} and {ga4_to:Date}
          and page in (select tested from tests)
        group by landing, visit_device
    ),
    -- What visits of pages bring where Analytics counts conversions and nobody says what one is worth.
    (page_address) -> if(length(splitByChar('/', path(page_address))) > 2, splitByChar('/', path(page_address))[2], '') as folder_of,
    made as (
        select
            landing_page,
            v,
            c,
            sum(v) over (partition by folder_of(landing_page)) as folder_v,
            sum(c) over (partition by folder_of(landing_page)) as folder_c,
            not is_for_visitors(landing_page) and not is_company_page(landing_page) as is_landing,
            sumIf(c * greatest(0, c - 1) / greatest(1, v - 1), is_landing) over () / sumIf(c, is_landing) over () as rate_where_made,
            {conversion_value:Float64} = 0 and sum(earned) over () <= 0 as is_unpriced,
            (c + {rate_sessions:Float64} * folder_c / folder_v) / (v + {rate_sessions:Float64}) as rate_of_page
        from (
            select
                page as landing_page,
                toFloat64(sum(sessions)) as v,
                least(v, sumIf(conversions, isFinite(conversions) and conversions > 0)) as c,
                sumIf(revenue, abs(revenue) <= {most_revenue:Float64}) as earned
            from ga4_pages_current
            where day between {ga4_from:Date} and {ga4_to:Date} and page not in ('', '(not set)')
            group by landing_page
            -- Where nearly every visit converts, conversions are counted, not made.
            having v > 0 and c < 0.5 * greatest(v, 20)
        )
    ),
    clicks as (
        select page as landing, toFloat64(sum(clicks)) as clicks_of_page
        from gsc_pages_current
        where day between {gsc_from:Date} and {gsc_to:Date}
          and page in (select tested from tests)
        group by landing
    )
select *
from clicks
