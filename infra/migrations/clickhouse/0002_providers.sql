-- +goose Up

-- The facts of providers. A row counts only under a sync_id in current_days: a day of a report is replaced
-- atomically, and reading it twice adds no duplicates. Replaced rows are invisible and deleted later.
--
-- Every table has one row per day and the dimensions in its name, as aggregated by the provider: reports must
-- not be summed into each other, because providers hide small rows. Days are the provider's: Pacific time for
-- Search Console, the property's and the customer's time zones for Analytics and Ads. Money is in major units
-- of currency, which is the provider's and may change from day to day. page is the normalized URL
-- (upslope.NormalizeURL).
--
-- Partitioned by month, because days are read and replaced by the month, and not by site, which would create
-- one part per site and insert.

-- The current version of each day of a report: the newest complete one. Read it with FINAL.
create table current_days (
    account_id    UUID,
    site_id       UUID,
    connection_id UUID,
    report        LowCardinality(String),        -- name of the table with its rows
    day           Date,
    sync_id       UInt64,                        -- id of the sync; later ones are higher
    rows_read     UInt64,                        -- 0: the provider has none, unlike a day that was not read
    is_final      Bool,                          -- the provider will not change it any more
    read_on       Date,                          -- day of the sync at the site
    -- truncated: by the provider's cap; thresholded: rows withheld for privacy; sampled; other_row
    notes         Array(LowCardinality(String))
)
engine = ReplacingMergeTree(sync_id)
order by (account_id, site_id, connection_id, report, day);

-- Google Search, web results. position is weighted by impressions.
create table gsc_totals (
    account_id UUID, site_id UUID, connection_id UUID, day Date, sync_id UInt64,
    clicks UInt64 codec(T64, LZ4), impressions UInt64 codec(T64, LZ4), position Float64
)
engine = MergeTree partition by toYYYYMM(day) order by (account_id, site_id, connection_id, day, sync_id)
settings non_replicated_deduplication_window = 10000;

create table gsc_pages (
    account_id UUID, site_id UUID, connection_id UUID, day Date, sync_id UInt64,
    page String codec(ZSTD(1)),
    clicks UInt32 codec(T64, LZ4), impressions UInt32 codec(T64, LZ4), position Float32
)
engine = MergeTree partition by toYYYYMM(day) order by (account_id, site_id, connection_id, day, sync_id, page)
settings non_replicated_deduplication_window = 10000;

create table gsc_queries (
    account_id UUID, site_id UUID, connection_id UUID, day Date, sync_id UInt64,
    query String codec(ZSTD(1)),
    clicks UInt32 codec(T64, LZ4), impressions UInt32 codec(T64, LZ4), position Float32
)
engine = MergeTree partition by toYYYYMM(day) order by (account_id, site_id, connection_id, day, sync_id, query)
settings non_replicated_deduplication_window = 10000;

create table gsc_query_pages (
    account_id UUID, site_id UUID, connection_id UUID, day Date, sync_id UInt64,
    query String codec(ZSTD(1)), page String codec(ZSTD(1)),
    clicks UInt32 codec(T64, LZ4), impressions UInt32 codec(T64, LZ4), position Float32
)
engine = MergeTree partition by toYYYYMM(day) order by (account_id, site_id, connection_id, day, sync_id, query, page)
settings non_replicated_deduplication_window = 10000;

-- Additional reports, whose extra dimension makes the provider drop more small rows: for shares, never for
-- totals.
create table gsc_query_devices (
    account_id UUID, site_id UUID, connection_id UUID, day Date, sync_id UInt64,
    query String codec(ZSTD(1)), device LowCardinality(String), -- desktop, mobile, tablet
    clicks UInt32 codec(T64, LZ4), impressions UInt32 codec(T64, LZ4), position Float32
)
engine = MergeTree partition by toYYYYMM(day) order by (account_id, site_id, connection_id, day, sync_id, query, device)
settings non_replicated_deduplication_window = 10000;

create table gsc_page_countries (
    account_id UUID, site_id UUID, connection_id UUID, day Date, sync_id UInt64,
    page String codec(ZSTD(1)), country LowCardinality(String), -- ISO 3166-1 alpha-3, lower case
    clicks UInt32 codec(T64, LZ4), impressions UInt32 codec(T64, LZ4), position Float32
)
engine = MergeTree partition by toYYYYMM(day) order by (account_id, site_id, connection_id, day, sync_id, page, country)
settings non_replicated_deduplication_window = 10000;

-- Google Analytics 4. conversions are key events; revenue may be negative on a day of refunds.
create table ga4_totals (
    account_id UUID, site_id UUID, connection_id UUID, day Date, sync_id UInt64,
    sessions UInt64 codec(T64, LZ4), engaged_sessions UInt64 codec(T64, LZ4), users UInt64 codec(T64, LZ4),
    conversions Float64, revenue Float64, currency LowCardinality(String)
)
engine = MergeTree partition by toYYYYMM(day) order by (account_id, site_id, connection_id, day, sync_id)
settings non_replicated_deduplication_window = 10000;

-- page is the landing page of the sessions; '' if unknown to Analytics.
create table ga4_pages (
    account_id UUID, site_id UUID, connection_id UUID, day Date, sync_id UInt64,
    page String codec(ZSTD(1)),
    channel LowCardinality(String), -- default channel group, e.g. Organic Search
    device  LowCardinality(String), -- desktop, mobile, tablet, …
    sessions UInt32 codec(T64, LZ4), engaged_sessions UInt32 codec(T64, LZ4),
    conversions Float64, revenue Float64, currency LowCardinality(String)
)
engine = MergeTree partition by toYYYYMM(day) order by (account_id, site_id, connection_id, day, sync_id, page, channel, device)
settings non_replicated_deduplication_window = 10000;

-- Google Ads, by day. Statuses and types are Google's, in lower case.
create table gads_campaigns (
    account_id UUID, site_id UUID, connection_id UUID, day Date, sync_id UInt64,
    campaign_id UInt64, campaign String codec(ZSTD(1)),
    status LowCardinality(String), channel_type LowCardinality(String), bidding_strategy LowCardinality(String),
    budget Nullable(Float64), -- per day
    impressions UInt64 codec(T64, LZ4), clicks UInt64 codec(T64, LZ4),
    cost Float64, conversions Float64, conversion_value Float64, currency LowCardinality(String)
)
engine = MergeTree partition by toYYYYMM(day) order by (account_id, site_id, connection_id, day, sync_id, campaign_id)
settings non_replicated_deduplication_window = 10000;

create table gads_ad_groups (
    account_id UUID, site_id UUID, connection_id UUID, day Date, sync_id UInt64,
    campaign_id UInt64, campaign String codec(ZSTD(1)), ad_group_id UInt64, ad_group String codec(ZSTD(1)), status LowCardinality(String),
    impressions UInt64 codec(T64, LZ4), clicks UInt64 codec(T64, LZ4),
    cost Float64, conversions Float64, conversion_value Float64, currency LowCardinality(String)
)
engine = MergeTree partition by toYYYYMM(day) order by (account_id, site_id, connection_id, day, sync_id, campaign_id, ad_group_id)
settings non_replicated_deduplication_window = 10000;

create table gads_keywords (
    account_id UUID, site_id UUID, connection_id UUID, day Date, sync_id UInt64,
    campaign_id UInt64, campaign String codec(ZSTD(1)), ad_group_id UInt64, ad_group String codec(ZSTD(1)), criterion_id UInt64,
    keyword String codec(ZSTD(1)), match_type LowCardinality(String), -- exact, phrase, broad
    -- at the time of the sync, not on that day
    quality_score Nullable(UInt8), cpc_bid Nullable(Float64),
    impressions UInt64 codec(T64, LZ4), clicks UInt64 codec(T64, LZ4),
    cost Float64, conversions Float64, conversion_value Float64, currency LowCardinality(String)
)
engine = MergeTree partition by toYYYYMM(day) order by (account_id, site_id, connection_id, day, sync_id, campaign_id, ad_group_id, criterion_id)
settings non_replicated_deduplication_window = 10000;

-- Google hides most rare terms: the difference to gads_campaigns is its "other search terms".
create table gads_search_terms (
    account_id UUID, site_id UUID, connection_id UUID, day Date, sync_id UInt64,
    campaign_id UInt64, campaign String codec(ZSTD(1)), ad_group_id UInt64, ad_group String codec(ZSTD(1)),
    -- how it matched: exact, phrase, broad, near_exact, near_phrase
    search_term String codec(ZSTD(1)), match_type LowCardinality(String),
    status LowCardinality(String),                                        -- none, added, excluded, added_excluded
    impressions UInt64 codec(T64, LZ4), clicks UInt64 codec(T64, LZ4),
    cost Float64, conversions Float64, conversion_value Float64, currency LowCardinality(String)
)
engine = MergeTree partition by toYYYYMM(day) order by (account_id, site_id, connection_id, day, sync_id, search_term, campaign_id, ad_group_id)
settings non_replicated_deduplication_window = 10000;

-- Every targeted or excluded keyword, as of the day of the sync: the newest day counts.
create table gads_criteria (
    account_id UUID, site_id UUID, connection_id UUID, day Date, sync_id UInt64,
    level LowCardinality(String), -- campaign, ad_group, shared (a negative list)
    campaign_id UInt64, ad_group_id UInt64, criterion_id UInt64, list_name String codec(ZSTD(1)),
    keyword String codec(ZSTD(1)), match_type LowCardinality(String), is_negative Bool, status LowCardinality(String),
    quality_score Nullable(UInt8), cpc_bid Nullable(Float64), currency LowCardinality(String)
)
engine = MergeTree partition by toYYYYMM(day) order by (account_id, site_id, connection_id, day, sync_id, campaign_id, ad_group_id, criterion_id)
settings non_replicated_deduplication_window = 10000;

-- Semrush, as of the day of the sync: the newest day counts. NULL is unknown.
create table semrush_positions (
    account_id UUID, site_id UUID, connection_id UUID, day Date, sync_id UInt64,
    query String codec(ZSTD(1)), page String codec(ZSTD(1)),
    position UInt16, previous_position Nullable(UInt16),
    volume Nullable(UInt64),                         -- searches per month
    difficulty Nullable(Float64),                    -- 0 to 100
    cpc Nullable(Float64),                           -- US dollars
    intents Array(LowCardinality(String)),           -- commercial, informational, navigational, transactional
    serp_features Array(LowCardinality(String)),     -- e.g. ai_overview, featured_snippet
    traffic_share Nullable(Float64)                  -- percentage of the domain's traffic
)
engine = MergeTree partition by toYYYYMM(day) order by (account_id, site_id, connection_id, day, sync_id, query, page)
settings non_replicated_deduplication_window = 10000;

create table semrush_competitors (
    account_id UUID, site_id UUID, connection_id UUID, day Date, sync_id UInt64,
    domain String codec(ZSTD(1)), relevance Nullable(Float64), common_keywords Nullable(UInt64),
    -- US dollars per month
    keywords Nullable(UInt64), traffic Nullable(UInt64), traffic_cost Nullable(Float64)
)
engine = MergeTree partition by toYYYYMM(day) order by (account_id, site_id, connection_id, day, sync_id, domain)
settings non_replicated_deduplication_window = 10000;

-- PageSpeed Insights: one row per day, page and device tested. Field data are the 75th percentile of real
-- visits in the previous 28 days, NULL if too few; lab data are of one simulated visit.
create table pagespeed_tests (
    account_id UUID, site_id UUID, connection_id UUID, day Date, sync_id UInt64,
    page String codec(ZSTD(1)), device LowCardinality(String), -- mobile or desktop
    -- url; origin: the whole site, because the page has too few visits; '' for none
    field_source LowCardinality(String),
    field_lcp_ms Nullable(UInt32), field_inp_ms Nullable(UInt32), field_cls Nullable(Float64), field_ttfb_ms Nullable(UInt32),
    lab_lcp_ms Nullable(Float64), lab_cls Nullable(Float64), lab_ttfb_ms Nullable(Float64), lab_tbt_ms Nullable(Float64),
    score Nullable(UInt8),                                     -- 0 to 100
    recommendations Array(String) codec(ZSTD(1)),              -- by savings, largest first, in words
    savings_ms Array(UInt32)                                   -- of each; 0 is unknown
)
engine = MergeTree partition by toYYYYMM(day) order by (account_id, site_id, connection_id, day, sync_id, page, device)
settings non_replicated_deduplication_window = 10000;
