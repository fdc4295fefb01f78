-- +goose Up

-- What Search Console, Analytics or an estimate of the crawler's maker says that a page brings, of a period that no
-- export names. Null: the export says nothing of the page.
alter table pages add column if not exists search_impressions Nullable(UInt64) codec(T64, LZ4);
alter table pages add column if not exists search_clicks Nullable(UInt64) codec(T64, LZ4);
alter table pages add column if not exists sessions Nullable(UInt64) codec(T64, LZ4);
alter table pages add column if not exists organic_visits Nullable(UInt64) codec(T64, LZ4);
