-- +goose Up

-- What a recommendation is about: the addresses of up to three files that it names, the worst first, with blanks between them; '' none.
alter table pagespeed_tests add column if not exists resources Array(String) codec(ZSTD(1)) after savings_ms;
