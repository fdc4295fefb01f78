-- +goose Up

-- The facts of crawls. A row counts only under an import_id in PostgreSQL's crawls table, so imports become
-- visible atomically; rows of failed attempts are invisible and deleted later. NULL means that the file had
-- no such value, unlike zero or ''. No partitions: one per site would create one part per site and insert,
-- and sorted rows already keep a site's deletion to its granules.

-- A crawled URL of an import, see upslope.Page. Two URLs may share a page when one redirects to the other
-- with a slash.
create table pages (
    account_id          UUID,
    site_id             UUID,
    import_id           UUID,
    page                String                  codec(ZSTD(1)), -- normalized URL: the key of every join
    url                 String                  codec(ZSTD(1)), -- as crawled
    status_code         Nullable(UInt16)        codec(T64, LZ4), -- 0: no response, or blocked by robots.txt
    status              LowCardinality(String),
    content_type        LowCardinality(String),                 -- '' is unknown
    indexable           Nullable(Bool),
    -- reasons for not being indexable, joined by ', '
    indexability_status LowCardinality(String),
    title               Nullable(String)        codec(ZSTD(1)), -- '' if the page has none
    title_length        Nullable(UInt32)        codec(T64, LZ4),
    title_pixels        Nullable(UInt32)        codec(T64, LZ4),
    description         Nullable(String)        codec(ZSTD(1)),
    description_length  Nullable(UInt32)        codec(T64, LZ4),
    description_pixels  Nullable(UInt32)        codec(T64, LZ4),
    h1                  Nullable(String)        codec(ZSTD(1)),
    h1_length           Nullable(UInt32)        codec(T64, LZ4),
    second_h1           Nullable(String)        codec(ZSTD(1)),
    h1_count            Nullable(UInt32)        codec(T64, LZ4),
    meta_robots         Nullable(String)        codec(ZSTD(1)),
    x_robots_tag        Nullable(String)        codec(ZSTD(1)),
    canonical           Nullable(String)        codec(ZSTD(1)), -- as written in the page, '' none
    canonical_page      String                  codec(ZSTD(1)), -- normalized; '' for none or unknown
    meta_refresh        Nullable(String)        codec(ZSTD(1)),
    redirect_url        String                  codec(ZSTD(1)), -- as crawled; '' for none
    redirect_page       String                  codec(ZSTD(1)), -- normalized
    redirect_type       LowCardinality(String),
    size_bytes          Nullable(UInt64)        codec(T64, LZ4),
    word_count          Nullable(UInt32)        codec(T64, LZ4),
    crawl_depth         Nullable(UInt32)        codec(T64, LZ4),
    inlinks             Nullable(UInt64)        codec(T64, LZ4),
    unique_inlinks      Nullable(UInt64)        codec(T64, LZ4),
    outlinks            Nullable(UInt64)        codec(T64, LZ4),
    link_score          Nullable(Float64),
    response_seconds    Nullable(Float64),
    images_without_alt  Nullable(UInt32)        codec(T64, LZ4),
    language            LowCardinality(String),
    hash                String                  codec(ZSTD(1)), -- of the body; '' is unknown
    last_modified       Nullable(DateTime64(3, 'UTC')),
    crawled_at          Nullable(DateTime64(3, 'UTC'))
)
engine = MergeTree
order by (account_id, site_id, import_id, page, url)
settings non_replicated_deduplication_window = 1000;

-- A link of an import, see upslope.Link.
create table links (
    account_id       UUID,
    site_id          UUID,
    import_id        UUID,
    source_page      String                 codec(ZSTD(1)), -- normalized URLs
    destination_page String                 codec(ZSTD(1)),
    source           String                 codec(ZSTD(1)), -- as crawled
    destination      String                 codec(ZSTD(1)),
    link_type        LowCardinality(String),                -- hyperlink, image, canonical, …
    anchor           String                 codec(ZSTD(1)),
    alt              Nullable(String)       codec(ZSTD(1)),
    follow           Nullable(Bool),
    status_code      Nullable(UInt16)       codec(T64, LZ4), -- of the destination
    -- content, header, navigation, footer, …; '' is unknown
    position         LowCardinality(String),
    path             String                 codec(ZSTD(1)), -- XPath in the document
    rel              LowCardinality(String),
    origin           LowCardinality(String)                 -- html, rendered html, …
)
engine = MergeTree
order by (account_id, site_id, import_id, destination_page, source_page)
settings non_replicated_deduplication_window = 1000;

-- A technical issue of one type on one page of an import.
create table technical_issues (
    account_id  UUID,
    site_id     UUID,
    import_id   UUID,
    -- hash of site, page and issue_type, stable across crawls
    issue_id    UUID,
    issue_type  LowCardinality(String),
    title       LowCardinality(String),                     -- name of the issue type
    severity    Enum8('critical' = 1, 'high' = 2, 'medium' = 3, 'low' = 4),
    -- 16 hex digits of the page's hash, stable across crawls
    page_id     String                 codec(ZSTD(1)),
    page        String                 codec(ZSTD(1)),
    url         String                 codec(ZSTD(1)),      -- as crawled
    details     String                 codec(ZSTD(1)),      -- the key figure, in words
    -- the related page: redirect target, canonical or duplicate; '' for none
    related_url String                 codec(ZSTD(1)),
    imported_at DateTime64(3, 'UTC')
)
engine = MergeTree
order by (account_id, site_id, import_id, severity, issue_type, page)
settings non_replicated_deduplication_window = 1000;

-- Link rankings of crawls: one row per complete ranking. Rows of page_ranks count only under a ranking_id
-- listed here.
create table page_rankings (
    account_id      UUID,
    site_id         UUID,
    import_id       UUID,                   -- of the pages
    links_import_id UUID,                   -- of the links; zero without links
    ranking_id      UUID,
    -- pagerank, or the crawler's own figure: link score, inlinks; '' for none
    method          LowCardinality(String),
    pages           UInt64,
    linked_pages    UInt64,                 -- pages with an inlink among them
    ranked_at       DateTime64(3, 'UTC')
)
engine = MergeTree
order by (account_id, site_id, import_id, links_import_id, ranked_at);

-- An indexable page of a ranking. NULL is unknown.
create table page_ranks (
    account_id        UUID,
    site_id           UUID,
    import_id         UUID,                               -- of the pages
    links_import_id   UUID,                               -- of the links; zero without links
    ranking_id        UUID,
    -- cityHash64 of page: ranking by numbers is faster than by strings
    page_key          UInt64,
    rank              Nullable(Float64),                  -- share of the total rank
    percentile        Nullable(Float64),                  -- share of other pages with a lower rank
    followed_inlinks  Nullable(UInt32) codec(T64, LZ4),   -- pages with a followed link to it
    content_inlinks   Nullable(UInt32) codec(T64, LZ4),   -- those with the link in their content
    -- ignored links: nofollow, or on pages that are not indexed
    uncounted_inlinks Nullable(UInt32) codec(T64, LZ4),
    depth             Nullable(UInt32) codec(T64, LZ4)    -- clicks from the home page
)
engine = MergeTree
order by (account_id, site_id, import_id, ranking_id, page_key);
