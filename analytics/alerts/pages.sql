-- One row: a page in search on almost every day of the four weeks before the newest days and on none of
-- these, or one watched because it was like that. Days that Google cut off are left out.
-- uses: gsc_pages_current, reads
with
    read_days as (
        select
            site_id as of_site,
            day as of_day,
            has(notes, 'truncated') or rows_read >= {row_limit:UInt64} as is_cut,
            row_number() over (partition by site_id order by day desc) as age
        from reads
        where report = 'gsc_pages' and is_final and day >= {from:Date}
    ),
    spans as (
        select
            of_site,
            countIf(age > {newest:UInt8}) as days_before,
            minIf(of_day, age <= {newest:UInt8}) as newest_from,
            max(of_day) as newest_to,
            max(is_cut) as has_cut_days
        from read_days
        where age <= {newest:UInt8} + {before:UInt8}
        group by of_site
        having days_before >= {min_before:UInt8} and newest_from > newest_to - 7
    ),
    pages as (
        select
            of_site,
            page as of_page,
            any(days_before) as all_before,
            any(newest_from) as gone_from,
            any(newest_to) as gone_to,
            any(has_cut_days) as is_cut_site,
            max(day) as last_seen,
            min(day) as first_seen,
            uniqExactIf(day, day < newest_from) as seen_before,
            uniqExactIf(day, day >= newest_from) as seen_now,
            sumIf(clicks, day < newest_from) as clicks_before,
            sumIf(clicks, day >= newest_from) as clicks_now,
            sumIf(impressions, day < newest_from) as impressions_before,
            sumIf(toFloat64(impressions) * impressions, day < newest_from) as squares_before
        from gsc_pages_current
        inner join read_days on of_site = site_id and of_day = day
        inner join spans using (of_site)
        where age <= {newest:UInt8} + {before:UInt8}
        group by of_site, of_page
    ),
    sites as (
        select
            of_site,
            countIf(seen_before >= all_before - 1 and clicks_before >= all_before) as tested_pages,
            sum(pages.clicks_now) as site_clicks_now,
            sum(pages.clicks_before) as site_clicks_before,
            sumIf(pages.clicks_now, first_seen >= gone_from) as clicks_of_new_pages
        from pages
        group by of_site
    )
select
    toString(of_site) as site,
    of_page,
    all_before,
    gone_from,
    last_seen,
    toUInt8(is_cut_site) as is_cut_off,
    seen_before,
    seen_now,
    clicks_before,
    impressions_before / all_before as impressions_mean,
    (squares_before - pow(impressions_before, 2) / all_before) / greatest(1, all_before - 1) as impressions_variance,
    tested_pages,
    site_clicks_now,
    site_clicks_before,
    clicks_of_new_pages
from pages
inner join sites using (of_site)
where (seen_now = 0 and seen_before >= all_before - 1 and clicks_before >= all_before) or of_page in {watched:Array(String)}
order by site, clicks_before desc, of_page
limit 200 by site
