-- One row: the newest test of a page on a device.
-- uses: ga4_pages_current, gsc_pages_current, pagespeed_tests_current
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
    clicks as (
        select page as landing, toFloat64(sum(clicks)) as clicks_of_page
        from gsc_pages_current
        where day between {gsc_from:Date} and {gsc_to:Date}
          and page in (select tested from tests)
        group by landing
    )
select *
from clicks
