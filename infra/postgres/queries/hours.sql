-- name: insight_hours
-- Sets the owner's hours of an insight; null returns to the usual ones.
update insights
set own_hours = @hours, hours = coalesce(@hours, usual_hours), updated_at = @now
where account_id = @account_id and id = @id;

-- name: hours_remember
-- Remembers for the type of an insight on its site how its hours compare with the usual ones.
insert into site_hours (site_id, account_id, type, factor, updated_at)
select site_id, account_id, type, own_hours / usual_hours, @now
from insights
where account_id = @account_id and id = @id and own_hours is not null and usual_hours > 0
on conflict (site_id, type) do update set factor = excluded.factor, updated_at = excluded.updated_at;

-- name: hours_forget
-- Forgets what was remembered for the type of an insight on its site.
delete from site_hours
using insights
where insights.account_id = @account_id and insights.id = @id
  and site_hours.account_id = insights.account_id and site_hours.site_id = insights.site_id and site_hours.type = insights.type;

-- name: hours_spread
-- Applies what is remembered for the type of an insight to the site's others of the type without hours of
-- their own.
update insights
set hours = greatest(0.25, round(4 * insights.usual_hours * coalesce(site_hours.factor, 1)) / 4), updated_at = @now
from insights as edited
left join site_hours on site_hours.account_id = edited.account_id and site_hours.site_id = edited.site_id and site_hours.type = edited.type
where edited.account_id = @account_id and edited.id = @id
  and insights.account_id = edited.account_id and insights.site_id = edited.site_id and insights.type = edited.type
  and insights.own_hours is null;
