-- +goose Up

-- The facts of providers. A row counts only under a sync_id that current_days names: a day of a report is replaced whole or not at
-- all, and reading it twice doubles nothing. What was replaced is invisible and deleted later.
--
-- Every table has one row a day and whatever its name says, as the provider aggregated it: figures of one report are never added up
-- into another, because providers hide small rows. Days are the provider's: Pacific time for Search Console, the property's and the
-- customer's time zone for Analytics and Ads. Money is in major units of currency, which is the provider's and may change from day to day.
-- page is the normalised URL (upslope.NormalizeURL).
--
-- By month, because days come and are replaced by the month; not by site, which would make one part per site and insert.

-- Which read of a day of a report counts: the newest one that came whole. Read it with FINAL.
create table current_days (
    account_id    UUID,
    site_id       UUID,
    connection_id UUID,
    report        LowCardinality(String),        -- the name of the table that has its rows
    day           Date,
    sync_id       UInt64,                        -- of the read; a later read has a higher one
    rows_read     UInt64,                        -- 0: the provider has none, which is not the same as a day that was not read
    is_final      Bool,                          -- the provider will not change it any more
    read_on       Date,                          -- the day (of the site) on which it was read
    notes         Array(LowCardinality(String))  -- truncated: the provider's cap cut the tail; thresholded: rows were withheld for privacy; sampled; other_row
)
engine = ReplacingMergeTree(sync_id)
order by (account_id, site_id, connection_id, report, day);

-- Google Search, web results. position is the mean over the impressions of the row.
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

-- Extra reports, whose further dimension makes the provider cut more of the tail: for shares, never for totals.
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

-- Google Analytics 4. conversions are what it calls key events; revenue may be negative on a day of refunds.
create table ga4_totals (
    account_id UUID, site_id UUID, connection_id UUID, day Date, sync_id UInt64,
    sessions UInt64 codec(T64, LZ4), engaged_sessions UInt64 codec(T64, LZ4), users UInt64 codec(T64, LZ4),
    conversions Float64, revenue Float64, currency LowCardinality(String)
)
engine = MergeTree partition by toYYYYMM(day) order by (account_id, site_id, connection_id, day, sync_id)
settings non_replicated_deduplication_window = 10000;

-- page is the landing page of the sessions; '' when Analytics does not know it.
create table ga4_pages (
    account_id UUID, site_id UUID, connection_id UUID, day Date, sync_id UInt64,
    page String codec(ZSTD(1)),
    channel LowCardinality(String), -- default channel group, such as Organic Search
    device  LowCardinality(String), -- desktop, mobile, tablet, …
    sessions UInt32 codec(T64, LZ4), engaged_sessions UInt32 codec(T64, LZ4),
    conversions Float64, revenue Float64, currency LowCardinality(String)
)
engine = MergeTree partition by toYYYYMM(day) order by (account_id, site_id, connection_id, day, sync_id, page, channel, device)
settings non_replicated_deduplication_window = 10000;

-- Google Ads, by day. Statuses and types are Google's words in lower case.
create table gads_campaigns (
    account_id UUID, site_id UUID, connection_id UUID, day Date, sync_id UInt64,
    campaign_id UInt64, campaign String codec(ZSTD(1)),
    status LowCardinality(String), channel_type LowCardinality(String), bidding_strategy LowCardinality(String),
    budget Nullable(Float64), -- a day
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
    quality_score Nullable(UInt8), cpc_bid Nullable(Float64),         -- as they are when read, not as of that day
    impressions UInt64 codec(T64, LZ4), clicks UInt64 codec(T64, LZ4),
    cost Float64, conversions Float64, conversion_value Float64, currency LowCardinality(String)
)
engine = MergeTree partition by toYYYYMM(day) order by (account_id, site_id, connection_id, day, sync_id, campaign_id, ad_group_id, criterion_id)
settings non_replicated_deduplication_window = 10000;

-- Google hides most small terms: what is missing here up to gads_campaigns is its "other search terms".
create table gads_search_terms (
    account_id UUID, site_id UUID, connection_id UUID, day Date, sync_id UInt64,
    campaign_id UInt64, campaign String codec(ZSTD(1)), ad_group_id UInt64, ad_group String codec(ZSTD(1)),
    search_term String codec(ZSTD(1)), match_type LowCardinality(String), -- how it matched: exact, phrase, broad, near_exact, near_phrase
    status LowCardinality(String),                                        -- none, added, excluded, added_excluded
    impressions UInt64 codec(T64, LZ4), clicks UInt64 codec(T64, LZ4),
    cost Float64, conversions Float64, conversion_value Float64, currency LowCardinality(String)
)
engine = MergeTree partition by toYYYYMM(day) order by (account_id, site_id, connection_id, day, sync_id, search_term, campaign_id, ad_group_id)
settings non_replicated_deduplication_window = 10000;

-- Every keyword that a customer targets or excludes, as of the day it was read: the newest day counts.
create table gads_criteria (
    account_id UUID, site_id UUID, connection_id UUID, day Date, sync_id UInt64,
    level LowCardinality(String), -- campaign, ad_group, shared (a negative list)
    campaign_id UInt64, ad_group_id UInt64, criterion_id UInt64, list_name String codec(ZSTD(1)),
    keyword String codec(ZSTD(1)), match_type LowCardinality(String), is_negative Bool, status LowCardinality(String),
    quality_score Nullable(UInt8), cpc_bid Nullable(Float64), currency LowCardinality(String)
)
engine = MergeTree partition by toYYYYMM(day) order by (account_id, site_id, connection_id, day, sync_id, campaign_id, ad_group_id, criterion_id)
settings non_replicated_deduplication_window = 10000;

-- Semrush, as of the day it was read: the newest day counts. What it does not tell is null.
create table semrush_positions (
    account_id UUID, site_id UUID, connection_id UUID, day Date, sync_id UInt64,
    query String codec(ZSTD(1)), page String codec(ZSTD(1)),
    position UInt16, previous_position Nullable(UInt16),
    volume Nullable(UInt64),                         -- searches a month
    difficulty Nullable(Float64),                    -- 0 to 100
    cpc Nullable(Float64),                           -- US dollars
    intents Array(LowCardinality(String)),           -- commercial, informational, navigational, transactional
    serp_features Array(LowCardinality(String)),     -- such as ai_overview, featured_snippet
    traffic_share Nullable(Float64)                  -- percent of the domain's
)
engine = MergeTree partition by toYYYYMM(day) order by (account_id, site_id, connection_id, day, sync_id, query, page)
settings non_replicated_deduplication_window = 10000;

create table semrush_competitors (
    account_id UUID, site_id UUID, connection_id UUID, day Date, sync_id UInt64,
    domain String codec(ZSTD(1)), relevance Nullable(Float64), common_keywords Nullable(UInt64),
    keywords Nullable(UInt64), traffic Nullable(UInt64), traffic_cost Nullable(Float64) -- US dollars a month
)
engine = MergeTree partition by toYYYYMM(day) order by (account_id, site_id, connection_id, day, sync_id, domain)
settings non_replicated_deduplication_window = 10000;

-- PageSpeed Insights, one row a page and device that was tested on a day. Field figures are the 75th percentile of real visits in the 28
-- days before, null when too few; lab figures are of one simulated visit.
create table pagespeed_tests (
    account_id UUID, site_id UUID, connection_id UUID, day Date, sync_id UInt64,
    page String codec(ZSTD(1)), device LowCardinality(String), -- mobile or desktop
    field_source LowCardinality(String),                       -- url; origin: of the whole site, this page has too few visits; '' none
    field_lcp_ms Nullable(UInt32), field_inp_ms Nullable(UInt32), field_cls Nullable(Float64), field_ttfb_ms Nullable(UInt32),
    lab_lcp_ms Nullable(Float64), lab_cls Nullable(Float64), lab_ttfb_ms Nullable(Float64), lab_tbt_ms Nullable(Float64),
    score Nullable(UInt8),                                     -- 0 to 100
    recommendations Array(String) codec(ZSTD(1)),              -- what would save most first, in words
    savings_ms Array(UInt32)                                   -- of each; 0 unknown
)
engine = MergeTree partition by toYYYYMM(day) order by (account_id, site_id, connection_id, day, sync_id, page, device)
settings non_replicated_deduplication_window = 10000;
