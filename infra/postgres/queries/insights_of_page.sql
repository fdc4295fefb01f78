-- One row: an insight about the page that is still to be dealt with, best first.
select id::text as id
from insights
where account_id = @account_id and site_id = @site_id and entity ->> 'page' = @page and status in ('open', 'in_progress')
order by score desc, expected_value desc, id
