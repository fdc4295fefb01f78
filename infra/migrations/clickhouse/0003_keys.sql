-- +goose Up

-- 64-bit hashes of query and page, much faster to read, group by and look up than the text. The chance of a
-- collision among a million texts is 1 in 30 million. Existing rows get theirs in the background.
alter table gsc_queries add column if not exists query_key UInt64 materialized cityHash64(query);
alter table gsc_query_pages add column if not exists query_key UInt64 materialized cityHash64(query);
alter table gsc_query_pages add column if not exists page_key UInt64 materialized cityHash64(page);
alter table gsc_queries materialize column query_key;
alter table gsc_query_pages materialize column query_key;
alter table gsc_query_pages materialize column page_key;
