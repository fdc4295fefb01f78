-- Works out what the account's scales are made of, from those of its sites and from what it has of insights.
with expected as (
    select value_unit as unit, coalesce(value_currency, '') as currency,
           percentile_cont(@percentile::float8) within group (order by expected_value) as top_expected
    from insights
    where account_id = @account_id and value_mid is not null and status <> 'done'
    group by value_unit, coalesce(value_currency, '')
)
insert into account_scales (account_id, unit, currency, worth, click_value, top_expected, worked_out_at)
select @account_id::uuid, unit, currency, sum(scales.worth),
       coalesce(sum(scales.worth * least(scales.click_value, 1e6)) / nullif(sum(scales.worth), 0), 0), -- the more a site is worth, the more its clicks count
       coalesce(min(expected.top_expected), 0), @now
from scales
left join expected using (unit, currency)
where scales.account_id = @account_id
group by unit, currency
on conflict (account_id, unit, currency) do update set
    worth = excluded.worth, click_value = excluded.click_value, top_expected = excluded.top_expected, worked_out_at = excluded.worked_out_at
