-- One row: a site and a report, with its final days and what was counted on each. has_rows tells a day on
-- which the provider counted nothing from one with figures.
-- uses: gsc_totals_current, ga4_totals_current, gads_campaigns_current, reads
with
    read_days as (
        select site_id as of_site, report as of_report, day as of_day
        from reads
        where report in ('gsc_totals', 'ga4_totals', 'gads_campaigns') and is_final and day >= {from:Date}
    ),
    figures as (
        select site_id as figure_site, 'gsc_totals' as figure_report, day as figure_day, toFloat64(sum(gsc_totals_current.clicks)) as first_figure,
               toFloat64(0) as second_figure, toFloat64(0) as third_figure, '' as money
        from gsc_totals_current
        where day >= {from:Date}
        group by figure_site, figure_day

        union all

        select site_id, 'ga4_totals', day, toFloat64(sum(sessions)), sum(conversions), sum(revenue), toString(any(currency))
        from ga4_totals_current
        where day >= {from:Date}
        group by site_id, day

        union all

        select site_id, 'gads_campaigns', day, sum(cost), toFloat64(0), toFloat64(0), toString(any(currency))
        from gads_campaigns_current
        where day >= {from:Date}
        group by site_id, day
    ),
    joined as (
        select of_site, of_report, of_day, figure_report != '' as is_counted, first_figure, second_figure, third_figure, money
        from read_days
        left join figures on figure_site = of_site and figure_report = of_report and figure_day = of_day
        order by of_site, of_report, of_day
    )
select
    toString(of_site) as site,
    toString(of_report) as counted,
    groupArray(of_day) as days,
    groupArray(is_counted) as has_rows,
    groupArray(first_figure) as first_figures,
    groupArray(second_figure) as second_figures,
    groupArray(third_figure) as third_figures,
    groupArray(money) as currencies
from joined
group by of_site, of_report
order by site, counted
