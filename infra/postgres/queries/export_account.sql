-- One row: the account; its logo is a PNG in base64, for its owner to keep.
select (to_jsonb(accounts) - array['brand_logo', 'version'] || jsonb_build_object('brand_logo', encode(brand_logo, 'base64')))::text
from accounts
where id = @account_id
