-- One row: what the site's values in one unit are measured against. An empty site is every site of the account.
select site_id::text as site_id, unit, currency, floor, top, worth, click_value, rests_on, frozen_at
from scales
where account_id = @account_id and (@site_id = '' or site_id = nullif(@site_id, '')::uuid)
order by site_id, unit, currency
