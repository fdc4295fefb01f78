-- One row: a template of tested pages, with the median of each Core Web Vital and how many of the pages are
-- good, need improvement or are poor by Google's thresholds.
-- uses: pagespeed_pages, template_of
with
    templates as (
        select
            site,
            template_of(address) as pattern,
            count() as page_count,
            countIf(measured = 'url') as own_field_count,
            count(lcp) as lcp_count,
            count(inp) as inp_count,
            count(shift) as cls_count,
            quantileExactInclusive(0.5)(lcp) as lcp_median,
            quantileExactInclusive(0.5)(inp) as inp_median,
            quantileExactInclusive(0.5)(shift) as cls_median,
            quantileExactInclusive(0.5)(lab_lcp) as lab_lcp_median,
            quantileExactInclusive(0.5)(lab_shift) as lab_cls_median,
            countIf(lcp <= {good_lcp:Float64}) as lcp_good_count,
            countIf(lcp > {poor_lcp:Float64}) as lcp_poor_count,
            countIf(inp <= {good_inp:Float64}) as inp_good_count,
            countIf(inp > {poor_inp:Float64}) as inp_poor_count,
            countIf(shift <= {good_cls:Float64}) as cls_good_count,
            countIf(shift > {poor_cls:Float64}) as cls_poor_count,
            -- The furthest beyond a threshold.
            argMax(address, (greatest(ifNull(lcp, 0) / {good_lcp:Float64}, ifNull(inp, 0) / {good_inp:Float64}, ifNull(shift, 0) / {good_cls:Float64}), address)) as worst
        from pagespeed_pages
        group by site, pattern
    ),
    -- What would help most of its pages, then what comes first on them.
    advices as (
        select site, pattern, arrayMap(fix -> fix.3, arraySlice(arraySort(groupArray((-page_count, place, fix))), 1, {max_fixes:UInt8})) as fixes
        from (
            select site, template_of(address) as pattern, fix, toInt64(count()) as page_count, avg(nth) as place
            from pagespeed_pages
            array join advice as fix, arrayEnumerate(advice) as nth
            group by site, pattern, fix
        )
        group by site, pattern
    )
select
    site as site_id,
    pattern as template,
    toInt64(page_count) as pages,
    sum(pages) over () as pages_total,
    toInt64(own_field_count) as field_pages,
    ifNotFinite(lcp_median, null) as lcp_ms,
    100 * lcp_good_count / nullIf(lcp_count, 0) as lcp_good,
    100 * (lcp_count - lcp_good_count - lcp_poor_count) / nullIf(lcp_count, 0) as lcp_needs_improvement,
    100 * lcp_poor_count / nullIf(lcp_count, 0) as lcp_poor,
    ifNotFinite(lab_lcp_median, null) as lab_lcp_ms,
    ifNotFinite(inp_median, null) as inp_ms,
    100 * inp_good_count / nullIf(inp_count, 0) as inp_good,
    100 * (inp_count - inp_good_count - inp_poor_count) / nullIf(inp_count, 0) as inp_needs_improvement,
    100 * inp_poor_count / nullIf(inp_count, 0) as inp_poor,
    ifNotFinite(cls_median, null) as cls,
    100 * cls_good_count / nullIf(cls_count, 0) as cls_good,
    100 * (cls_count - cls_good_count - cls_poor_count) / nullIf(cls_count, 0) as cls_needs_improvement,
    100 * cls_poor_count / nullIf(cls_count, 0) as cls_poor,
    ifNotFinite(lab_cls_median, null) as lab_cls,
    worst as worst_page,
    advices.fixes as fixes,
    count() over () as total,
    0 as unsorted
from templates
left join advices on advices.site = templates.site and advices.pattern = templates.pattern
where {q:String} = '' or positionCaseInsensitiveUTF8(template, {q:String}) > 0
order by
    {ascending:Identifier} asc nulls last,
    {descending:Identifier} desc nulls last,
    pages desc,
    template,
    site_id
limit {limit:UInt32} offset {offset:UInt32}
settings enable_materialized_cte = 1
