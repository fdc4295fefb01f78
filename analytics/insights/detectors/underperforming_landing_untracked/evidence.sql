-- continues: common.sql
with
    landed as (
        select page, sum(clicks_of_page) as clicks_there, sum(visits) as visits_there
        from (
            select page, clicks_of_page, 0 as visits from clicked
            union all
            select page, 0, visits_of_page from visited
        )
        group by page
    )
-- One row: a page of the part, what Google sends there and what Analytics sees.
select page as landing_page, clicks_there as clicks_in_search_console, visits_there as visits_in_analytics
from landed
where {template:String} = '' or startsWith(folder_of(page), trimRight(replaceOne({template:String}, '*', ''), '/'))
order by clicks_there desc, landing_page
limit {shown_rows:UInt64}
