-- One row: a page with how fast it is by its last test, and what its visits bring. A search for a template,
-- such as /products/*, finds its pages.
-- uses: ga4_pages_current, pagespeed_pages, template_of, window_reads
with
    tests as (
        select *
        from pagespeed_pages
        where {q:String} = '' or positionCaseInsensitiveUTF8(address, {q:String}) > 0 or template_of(address) = {q:String}
    ),
    judged as (
        select
            *,
            ifNull(lcp > {good_lcp:Float64}, false) as is_lcp_failing,
            ifNull(inp > {good_inp:Float64}, false) as is_inp_failing,
            ifNull(shift > {good_cls:Float64}, false) as is_cls_failing,
            is_lcp_failing or is_inp_failing or is_cls_failing as is_failing
        from tests
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
    lcp as lcp_ms,
    shift as cls,
    inp as inp_ms,
    lab_lcp as lab_lcp_ms,
    lab_shift as lab_cls,
    first_byte as ttfb_ms,
    measured as field_source,
    points_mobile as score_mobile,
    points_desktop as score_desktop,
    advice as recommendations,
    -- Money of several currencies has no sum; of a site without Analytics nobody knows.
    if(days_read > 0 and length(ifNull(currencies, [])) < 2, coalesce(revenue_of_page, 0) * {month_days:Float64} / days_read, null) as revenue,
    if(days_read > 0, coalesce(visits_of_page, 0), null) as sessions,
    if(length(ifNull(currencies, [])) = 1, currencies[1], null) as currency,
    tested_on as tested_at,
    -- Google needs no INP of a page that few used.
    countIf(is_failing) over () as failing_total,
    countIf(not is_failing and lcp is not null and shift is not null) over () as passing_total,
    countIf(is_lcp_failing) over () as lcp_failing_total,
    countIf(is_inp_failing) over () as inp_failing_total,
    countIf(is_cls_failing) over () as cls_failing_total,
    countIf(measured = 'origin') over () as by_origin_total,
    countIf(measured = 'lab') over () as by_lab_total,
    -- Whatever the search.
    (select count(inp) from pagespeed_pages) as inp_ms_known_total,
    count(sessions) over () as sessions_known_total,
    count() over () as total,
    0 as unsorted
from judged as tests
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
