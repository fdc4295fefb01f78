-- +goose Up

-- Branding of the account's reports.
alter table accounts add column brand_name  text  not null default '' check (char_length(brand_name) <= 100);
alter table accounts add column brand_color text  not null default '' check (brand_color ~ '^(#[0-9a-f]{6})?$');
alter table accounts add column brand_logo  bytea check (length(brand_logo) <= 500000); -- PNG
