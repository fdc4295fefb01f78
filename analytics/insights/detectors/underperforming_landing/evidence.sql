-- continues: common.sql
with
    judged_rows as (
        select from_channel, on_device, visits_of_row, engaged_of_row, conversions_of_row, earned, landing
        from visits
        where landing = {page:String} or {page:String} = ''
    )
-- One row: who came to the page, by channel and device, and what came of it.
select
    landing as landing_page,
    from_channel as channel_of_visits,
    on_device as device_of_visits,
    visits_of_row as visits,
    engaged_of_row as engaged_visits,
    conversions_of_row as conversions_made,
    round(conversions_of_row / visits_of_row, 4) as conversion_rate,
    round(earned, 2) as revenue_made
from judged_rows
order by visits desc, landing_page, channel_of_visits, device_of_visits
limit {shown_rows:UInt64}
