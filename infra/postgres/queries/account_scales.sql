-- One row: what the account's scale in one unit is made of.
select unit, currency, worth, click_value, top_expected
from account_scales
where account_id = @account_id
order by unit, currency
