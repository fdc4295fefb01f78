-- Keeps scales of the site, in place of those of the same units.
insert into scales (account_id, site_id, unit, currency, floor, top, worth, click_value, rests_on, frozen_at)
select @account_id::uuid, @site_id::uuid, put.unit, put.currency, put.floor, put.top, put.worth, put.click_value, put.rests_on, put.frozen_at
from jsonb_to_recordset(@scales) as put (
    unit text, currency text, floor float8, top float8, worth float8, click_value float8, rests_on text[], frozen_at timestamptz)
on conflict (site_id, unit, currency) do update set
    floor = excluded.floor, top = excluded.top, worth = excluded.worth, click_value = excluded.click_value,
    rests_on = excluded.rests_on, frozen_at = excluded.frozen_at
where scales.account_id = excluded.account_id
