-- One row: a page as it was tested last, on a phone and on a desktop. Times are those of real visits on
-- phones, else on desktops, else of the test; beside them stands what the test measured on a phone, else on a desktop.
-- uses: ga4_pages_current, pagespeed_tests_current, window_reads
with
    tests as (
        select
            site_id as site,
            page as address,
            max(day) as tested_on,
            argMaxIf(tuple(field_source), day, device = 'mobile').1 as source_mobile,
            argMaxIf(tuple(field_source), day, device = 'desktop').1 as source_desktop,
            argMaxIf(tuple(field_lcp_ms), day, device = 'mobile').1 as lcp_mobile,
            argMaxIf(tuple(field_lcp_ms), day, device = 'desktop').1 as lcp_desktop,
            argMaxIf(tuple(lab_lcp_ms), day, device = 'mobile').1 as lab_mobile,
            argMaxIf(tuple(lab_lcp_ms), day, device = 'desktop').1 as lab_desktop,
            argMaxIf(tuple(field_inp_ms), day, device = 'mobile').1 as inp_mobile,
            argMaxIf(tuple(field_inp_ms), day, device = 'desktop').1 as inp_desktop,
            argMaxIf(tuple(field_cls), day, device = 'mobile').1 as cls_mobile,
            argMaxIf(tuple(field_cls), day, device = 'desktop').1 as cls_desktop,
            argMaxIf(tuple(lab_cls), day, device = 'mobile').1 as lab_cls_mobile,
            argMaxIf(tuple(lab_cls), day, device = 'desktop').1 as lab_cls_desktop,
            argMaxIf(tuple(field_ttfb_ms), day, device = 'mobile').1 as ttfb_mobile,
            argMaxIf(tuple(field_ttfb_ms), day, device = 'desktop').1 as ttfb_desktop,
            argMaxIf(tuple(lab_ttfb_ms), day, device = 'mobile').1 as lab_ttfb_mobile,
            argMaxIf(tuple(lab_ttfb_ms), day, device = 'desktop').1 as lab_ttfb_desktop,
            argMaxIf(tuple(score), day, device = 'mobile').1 as points_mobile,
            argMaxIf(tuple(score), day, device = 'desktop').1 as points_desktop,
            argMaxIf(recommendations, day, device = 'mobile') as advice_mobile,
            argMaxIf(recommendations, day, device = 'desktop') as advice_desktop
        from pagespeed_tests_current
        where day between {from:Date} and {to:Date}
          and ({q:String} = '' or positionCaseInsensitiveUTF8(page, {q:String}) > 0)
        group by site, address
    ),
    -- What began on the page, by all who came.
    visits as (
        select
            site_id as site,
            page as address,
            toInt64(sum(sessions)) as visits_of_page,
            sumIf(revenue, isFinite(revenue)) as revenue_of_page,
            groupUniqArrayIf(currency, revenue != 0) as currencies
        from ga4_pages_current
        where day between {from:Date} and {to:Date}
          and page in (select address from tests)
        group by site, address
    ),
    days_of_visits as (
        select site_id as site, uniqExact(day) as days_read
        from window_reads
        where report = 'ga4_pages' and day between {from:Date} and {to:Date}
        group by site
    )
select
    tests.site as site_id,
    lower(hex(sipHash64(concat(toString(tests.site), ' ', tests.address)))) as id,
    tests.address as url,
    coalesce(lcp_mobile, lcp_desktop, lab_mobile, lab_desktop) as lcp_ms,
    coalesce(cls_mobile, cls_desktop, lab_cls_mobile, lab_cls_desktop) as cls,
    coalesce(inp_mobile, inp_desktop) as inp_ms,
    coalesce(lab_mobile, lab_desktop) as lab_lcp_ms,
    coalesce(lab_cls_mobile, lab_cls_desktop) as lab_cls,
    coalesce(ttfb_mobile, ttfb_desktop, lab_ttfb_mobile, lab_ttfb_desktop) as ttfb_ms,
    multiIf(lcp_mobile is not null, source_mobile, lcp_desktop is not null, source_desktop, 'lab') as field_source,
    points_mobile as score_mobile,
    points_desktop as score_desktop,
    if(empty(advice_mobile), advice_desktop, advice_mobile) as recommendations,
    -- Money of several currencies has no sum; of a site without Analytics nobody knows.
    if(days_read > 0 and length(ifNull(currencies, [])) < 2, coalesce(revenue_of_page, 0) * {month_days:Float64} / days_read, null) as revenue,
    if(days_read > 0, coalesce(visits_of_page, 0), null) as sessions,
    if(length(ifNull(currencies, [])) = 1, currencies[1], null) as currency,
    tested_on as tested_at,
    count() over () as total,
    0 as unsorted
from tests
left join visits on visits.site = tests.site and visits.address = tests.address
left join days_of_visits on days_of_visits.site = tests.site
order by
    {ascending:Identifier} asc nulls last,
    {descending:Identifier} desc nulls last,
    coalesce(revenue, 0) desc,
    coalesce(sessions, 0) desc,
    url,
    site_id
limit {limit:UInt32} offset {offset:UInt32}
settings enable_materialized_cte = 1
