-- continues: common.sql
with
    tested_pages as (
        select *
        from tests
        where {page:String} != '' and tested = {page:String}
           or {template:String} = '/*'
           or {template:String} != '' and startsWith(path(tested), trimRight({template:String}, '*'))
    )
-- One row: a test of a page on a device, with its visits.
select
    tested as page_tested,
    tested_device as device_tested,
    last_test as tested_on,
    measured as measured_by,
    round(lcp / 1000, 2) as lcp_seconds,
    inp as inp_ms,
    round(shift, 3) as layout_shift,
    first_byte as ttfb_ms,
    round(lab_seconds / 1000, 2) as lab_lcp_seconds,
    points as performance_score,
    visits_of_device as visits,
    clicks_of_page as clicks_from_search,
    titles as recommended,
    savings as saved_ms
from tested_pages
left join visits on visits.landing = tested and visits.visit_device = tested_device
left join clicks on clicks.landing = tested
order by lcp_seconds desc, page_tested, device_tested
limit {shown_rows:UInt64}
