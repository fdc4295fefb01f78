-- +goose Up

-- The URLs of up to three files that each recommendation names, worst first, separated by spaces; '' for
-- none.
alter table pagespeed_tests add column if not exists resources Array(String) codec(ZSTD(1)) after savings_ms;
