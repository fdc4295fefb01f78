-- One row: how many insights match.
select count(*) as count
from insights
where account_id = @account_id
  and (@site_id = '' or site_id = nullif(@site_id, '')::uuid)
  and (@status = '' or status = @status)
  and (@type = '' or type = @type)
  and (@query = '' or strpos(lower(title), lower(@query)) > 0 or strpos(lower(summary), lower(@query)) > 0)
  and (@snoozed::boolean is null or coalesce(snoozed_until > @now, false) = @snoozed)
  and (@assignee = '' or assignee = @assignee)
