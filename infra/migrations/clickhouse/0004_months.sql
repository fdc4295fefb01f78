-- +goose Up

-- Monthly totals of searches for long windows: a month has a third of the rows of its days. They are valid
-- only while current_days has the versions that they were summed from (current_months.reads); otherwise the
-- days are read. A recomputed month replaces the previous one atomically, like a day.

-- The current version of each month of a report: the newest. Read it with FINAL.
create table current_months (
    account_id    UUID,
    site_id       UUID,
    connection_id UUID,
    report        LowCardinality(String), -- the source report
    month         Date,                   -- first day of the month
    reads         UInt64,                 -- groupBitXor(cityHash64(day, sync_id)) of its days
    sync_id       UInt64                  -- of the rows; later versions are higher
)
engine = ReplacingMergeTree(sync_id)
order by (account_id, site_id, connection_id, report, month);

-- placed is the impressions with a known position, places is placed x position. Position 1 is the best, and
-- Google's 0 means unknown.
create table gsc_query_months (
    account_id UUID, site_id UUID, connection_id UUID, month Date, sync_id UInt64,
    query String codec(ZSTD(1)), query_key UInt64 materialized cityHash64(query),
    last_day Date, -- last day with data
    clicks UInt64 codec(T64, LZ4), impressions UInt64 codec(T64, LZ4), placed UInt64 codec(T64, LZ4), places Float64
)
engine = MergeTree partition by toYYYYMM(month) order by (account_id, site_id, connection_id, month, sync_id, query);

create table gsc_query_page_months (
    account_id UUID, site_id UUID, connection_id UUID, month Date, sync_id UInt64,
    query String codec(ZSTD(1)), query_key UInt64 materialized cityHash64(query),
    page String codec(ZSTD(1)), page_key UInt64 materialized cityHash64(page),
    last_day Date,
    clicks UInt64 codec(T64, LZ4), impressions UInt64 codec(T64, LZ4), placed UInt64 codec(T64, LZ4), places Float64,
    placed_clicks UInt64 codec(T64, LZ4) -- clicks of placed impressions, capped at those of each day
)
engine = MergeTree partition by toYYYYMM(month) order by (account_id, site_id, connection_id, month, sync_id, query, page);
