-- One row: what an insight of the site that is not dismissed is about, and when it was marked as fixed, if it was.
select entity, case when status = 'done' and resolution = 'fixed' then status_at end as fixed_at
from insights
where account_id = @account_id and site_id = @site_id and status <> 'dismissed' and resolution <> 'gone'
