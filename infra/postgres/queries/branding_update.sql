-- A null leaves the column as it is; an empty logo clears it.
update accounts
set brand_name = coalesce(@name, brand_name),
    brand_color = coalesce(@color, brand_color),
    brand_logo = case when @logo::bytea is null then brand_logo when length(@logo::bytea) = 0 then null else @logo::bytea end,
    version = version + 1
where id = @account_id
returning brand_name as name, brand_color as color, brand_logo as logo
