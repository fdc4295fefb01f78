-- One row: a day of the window of which Google left out a report's smallest rows. Rows come by clicks, so
-- those without go first: large days without a single small row are cut off too.
-- uses: gsc_queries_current, gsc_query_pages_current, reads
with
    noted as (
        select report as of_report, day as cut_on
        from reads
        where report in ('gsc_queries', 'gsc_query_pages') and has(notes, 'truncated')
          and day between {gsc_from:Date} and {gsc_to:Date}
    ),
    counted as (
        select 'gsc_queries' as of_report, day as cut_on, count() as row_count, countIf(clicks = 0 and impressions <= 1) as small_rows
        from gsc_queries_current
        where day between {gsc_from:Date} and {gsc_to:Date}
        group by cut_on

        union all

        select 'gsc_query_pages', day as cut_on, count(), countIf(clicks = 0 and impressions <= 1)
        from gsc_query_pages_current
        where day between {gsc_from:Date} and {gsc_to:Date}
        group by cut_on
    )
select distinct of_report, cut_on
from (
    select of_report, cut_on from noted
    union all
    select of_report, cut_on from counted where row_count >= {row_limit:UInt64} or row_count >= {many_rows:UInt64} and small_rows = 0
)
order by of_report, cut_on
