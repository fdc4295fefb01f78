-- One row: a page's last test in a window, phone and desktop. Figures are those of real visits on phones,
-- else on desktops, else of the test; beside them are the test's own, on a phone or else on a desktop.
-- uses: pagespeed_tests_current
select
    site,
    address,
    tested_on,
    coalesce(lcp_mobile, lcp_desktop, lab_mobile, lab_desktop) as lcp,
    coalesce(inp_mobile, inp_desktop) as inp,
    coalesce(cls_mobile, cls_desktop, lab_cls_mobile, lab_cls_desktop) as shift,
    coalesce(ttfb_mobile, ttfb_desktop, lab_ttfb_mobile, lab_ttfb_desktop) as first_byte,
    coalesce(lab_mobile, lab_desktop) as lab_lcp,
    coalesce(lab_cls_mobile, lab_cls_desktop) as lab_shift,
    multiIf(lcp_mobile is not null, source_mobile, lcp_desktop is not null, source_desktop, 'lab') as measured,
    points_mobile,
    points_desktop,
    if(empty(advice_mobile), advice_desktop, advice_mobile) as advice
from (
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
    group by site, address
)
