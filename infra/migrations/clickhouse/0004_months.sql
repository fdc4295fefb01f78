-- +goose Up

-- Months of searches, added up, of which long windows are read: a month has a third of the rows of its days. They are one more copy, so
-- they count only while current_days still names the very reads that they were added up from (current_months.reads); else, and where
-- there are none, the days are read. A month that was added up anew replaces the one before it whole, as days do.

-- Which sum of a month of a report counts: the newest. Read it with FINAL.
create table current_months (
    account_id    UUID,
    site_id       UUID,
    connection_id UUID,
    report        LowCardinality(String), -- whose days were added up
    month         Date,                   -- its first day
    reads         UInt64,                 -- groupBitXor(cityHash64(day, sync_id)) of the days that counted
    sync_id       UInt64                  -- of the rows; a later sum has a higher one
)
engine = ReplacingMergeTree(sync_id)
order by (account_id, site_id, connection_id, report, month);

-- placed are the impressions whose position is known, and places are those × position: no place is better than 1, what Google reports as 0 is unknown.
create table gsc_query_months (
    account_id UUID, site_id UUID, connection_id UUID, month Date, sync_id UInt64,
    query String codec(ZSTD(1)), query_key UInt64 materialized cityHash64(query),
    last_day Date, -- on which it was seen
    clicks UInt64 codec(T64, LZ4), impressions UInt64 codec(T64, LZ4), placed UInt64 codec(T64, LZ4), places Float64
)
engine = MergeTree partition by toYYYYMM(month) order by (account_id, site_id, connection_id, month, sync_id, query);

create table gsc_query_page_months (
    account_id UUID, site_id UUID, connection_id UUID, month Date, sync_id UInt64,
    query String codec(ZSTD(1)), query_key UInt64 materialized cityHash64(query),
    page String codec(ZSTD(1)), page_key UInt64 materialized cityHash64(page),
    last_day Date,
    clicks UInt64 codec(T64, LZ4), impressions UInt64 codec(T64, LZ4), placed UInt64 codec(T64, LZ4), places Float64,
    placed_clicks UInt64 codec(T64, LZ4) -- of the impressions that are placed, at most as many as them on each day
)
engine = MergeTree partition by toYYYYMM(month) order by (account_id, site_id, connection_id, month, sync_id, query, page);
