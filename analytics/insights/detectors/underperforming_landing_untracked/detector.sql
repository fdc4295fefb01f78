-- continues: common.sql
with
    -- One row per part: its monthly clicks and visits.
    seen as (
        select
            part,
            sum(c) as clicks_in_window,
            sum(c) * {month_days:Float64} / {gsc_pages_days:Float64} as clicks_of_month,
            sum(v) * {month_days:Float64} / {ga4_pages_days:Float64} as visits_of_month,
            sum(o) * {month_days:Float64} / {ga4_pages_days:Float64} as organic_of_month,
            countIf(c > 0) as pages_with_clicks,
            argMax(address, (c, address)) as clicked_most
        from (
            select page as address, toFloat64(clicks_of_page) as c, toFloat64(0) as v, toFloat64(0) as o from clicked
            union all
            select page, 0, toFloat64(visits_of_page), toFloat64(organic_of_page) from visited
        )
        array join parts_of(address) as part
        group by part
    ),
    compared as (
        select
            seen.*,
            all_of.clicks_in_window - seen.clicks_in_window as window_elsewhere,
            all_of.clicks_of_month - clicks_of_month as clicks_elsewhere,
            all_of.organic_of_month - organic_of_month as organic_elsewhere,
            part = '' as is_all,
            if(is_all, {least_elsewhere:Float64}, organic_elsewhere / clicks_elsewhere) as for_a_click_elsewhere,
            clicks_of_month * least(for_a_click_elsewhere, 1) as due
        from seen
        cross join (select clicks_in_window, clicks_of_month, organic_of_month from seen where part = '') as all_of
        where seen.clicks_in_window >= {min_clicks:Float64}
          and visits_of_month < {most_seen:Float64} * due
          and (is_all or (window_elsewhere >= {min_clicks:Float64} and for_a_click_elsewhere >= {least_elsewhere:Float64}
              -- Pages that send their visitors on are counted where those arrive.
              and organic_elsewhere - {usual_most:Float64} * clicks_elsewhere < {most_moved:Float64} * (due - visits_of_month)))
    )
-- One row: a part that is not counted, the widest.
select
    if(is_all, 'everywhere', 'untracked') as text,
    if(is_all, 'site', 'template') as entity_type,
    if(is_all, '', concat(part, if(endsWith(part, '/'), '*', '/*'))) as template,
    'untracked' as issue,
    'high' as severity,
    2 as effort_class,
    {real:Float64} as probability_real,
    {fix:Float64} as probability_fix,
    part,
    round(clicks_of_month) as clicks_month,
    round(visits_of_month) as visits_month,
    round(visits_of_month / clicks_of_month, 2) as visits_for_a_click,
    if(is_all, null, round(for_a_click_elsewhere, 1)) as visits_for_a_click_elsewhere,
    pages_with_clicks as pages_clicked,
    clicked_most as most_clicked
from compared
where not arrayExists(wider -> wider != part and startsWith(part, wider), (select groupArray(part) from compared))
order by clicks_month desc, part
limit {max_insights:UInt64}
