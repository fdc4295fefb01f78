-- One row: how much changed on the site.
select count(*) as count
from (
    select day
    from site_changes
    where account_id = @account_id and site_id = @site_id
    union all
    select (coalesce(crawled_at, imported_at) at time zone @time_zone)::date
    from crawls
    where account_id = @account_id and site_id = @site_id
) as all_changes
where (@from = '' or day >= nullif(@from, '')::date)
  and (@to = '' or day <= nullif(@to, '')::date)
