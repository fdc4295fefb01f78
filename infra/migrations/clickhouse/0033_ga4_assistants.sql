-- +goose Up

-- Visits that AI assistants sent, by landing page and the source by which Analytics knows the assistant.
create table ga4_assistants (
    account_id UUID, site_id UUID, connection_id UUID, day Date, sync_id UInt64,
    page String codec(ZSTD(1)),
    source LowCardinality(String), -- e.g. chatgpt.com
    sessions UInt32 codec(T64, LZ4), engaged_sessions UInt32 codec(T64, LZ4),
    conversions Float64, revenue Float64, currency LowCardinality(String)
)
engine = MergeTree partition by toYYYYMM(day) order by (account_id, site_id, connection_id, day, sync_id, page, source)
settings non_replicated_deduplication_window = 10000;
