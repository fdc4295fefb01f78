-- +goose Up

-- Bing Webmaster Tools. Bing counts by week: day is the one that Bing gives a week.
create table bing_queries (
    account_id UUID, site_id UUID, connection_id UUID, day Date, sync_id UInt64,
    query String codec(ZSTD(1)),
    clicks UInt32 codec(T64, LZ4), impressions UInt32 codec(T64, LZ4),
    position Nullable(Float64) -- the mean of the impressions
)
engine = MergeTree partition by toYYYYMM(day) order by (account_id, site_id, connection_id, day, sync_id, query)
settings non_replicated_deduplication_window = 10000;

create table bing_pages (
    account_id UUID, site_id UUID, connection_id UUID, day Date, sync_id UInt64,
    page String codec(ZSTD(1)),
    clicks UInt32 codec(T64, LZ4), impressions UInt32 codec(T64, LZ4),
    position Nullable(Float64)
)
engine = MergeTree partition by toYYYYMM(day) order by (account_id, site_id, connection_id, day, sync_id, page)
settings non_replicated_deduplication_window = 10000;

-- What Bing could not crawl, as of a day.
create table bing_crawl_issues (
    account_id UUID, site_id UUID, connection_id UUID, day Date, sync_id UInt64,
    page String codec(ZSTD(1)), http_code UInt16,
    issues Array(LowCardinality(String)), -- e.g. Blocked by robots.txt
    links_in UInt32
)
engine = MergeTree partition by toYYYYMM(day) order by (account_id, site_id, connection_id, day, sync_id, page)
settings non_replicated_deduplication_window = 10000;
