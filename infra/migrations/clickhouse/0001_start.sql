-- +goose Up

-- The facts of crawls. A row counts only under an import_id that PostgreSQL's crawls table names, so an
-- import is visible whole or not at all; rows of other attempts are invisible and deleted later.
-- Nullable means: the file said nothing about it, which is not zero and not empty.
-- No partitions: a key per site would make one part per site and insert, and a site's rows lie together
-- in the order anyway, so deleting them touches only their granules.

-- One crawled URL of one import, as upslope.Page has it. Two URLs may share a page, when one redirects to the other with a slash.
create table pages (
    account_id          UUID,
    site_id             UUID,
    import_id           UUID,
    page                String                  codec(ZSTD(1)), -- normalised URL: the key of every join
    url                 String                  codec(ZSTD(1)), -- as crawled
    status_code         Nullable(UInt16)        codec(T64, LZ4), -- 0: no answer or not allowed to ask
    status              LowCardinality(String),
    content_type        LowCardinality(String),                 -- '' unknown
    indexable           Nullable(Bool),
    indexability_status LowCardinality(String),                 -- why not indexable, joined by ', '
    title               Nullable(String)        codec(ZSTD(1)), -- '' the page has none
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
    canonical_page      String                  codec(ZSTD(1)), -- normalised; '' none or unknown
    meta_refresh        Nullable(String)        codec(ZSTD(1)),
    redirect_url        String                  codec(ZSTD(1)), -- as crawled; '' none
    redirect_page       String                  codec(ZSTD(1)), -- normalised
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
    hash                String                  codec(ZSTD(1)), -- of the body; '' unknown
    last_modified       Nullable(DateTime64(3, 'UTC')),
    crawled_at          Nullable(DateTime64(3, 'UTC'))
)
engine = MergeTree
order by (account_id, site_id, import_id, page, url)
settings non_replicated_deduplication_window = 1000;

-- One link of one import, as upslope.Link has it.
create table links (
    account_id       UUID,
    site_id          UUID,
    import_id        UUID,
    source_page      String                 codec(ZSTD(1)), -- normalised URLs
    destination_page String                 codec(ZSTD(1)),
    source           String                 codec(ZSTD(1)), -- as crawled
    destination      String                 codec(ZSTD(1)),
    link_type        LowCardinality(String),                -- hyperlink, image, canonical, …
    anchor           String                 codec(ZSTD(1)),
    alt              Nullable(String)       codec(ZSTD(1)),
    follow           Nullable(Bool),
    status_code      Nullable(UInt16)       codec(T64, LZ4), -- of the destination
    position         LowCardinality(String),                -- content, header, navigation, footer, …; '' unknown
    path             String                 codec(ZSTD(1)), -- where in the document, as an XPath
    rel              LowCardinality(String),
    origin           LowCardinality(String)                 -- html, rendered html, …
)
engine = MergeTree
order by (account_id, site_id, import_id, destination_page, source_page)
settings non_replicated_deduplication_window = 1000;

-- One kind of fault on one page of one import.
create table technical_issues (
    account_id  UUID,
    site_id     UUID,
    import_id   UUID,
    issue_id    UUID,                                       -- the same in every crawl: of site, page and issue_type
    issue_type  LowCardinality(String),
    title       LowCardinality(String),                     -- the issue type in words
    severity    Enum8('critical' = 1, 'high' = 2, 'medium' = 3, 'low' = 4),
    page_id     String                 codec(ZSTD(1)),      -- the same in every crawl: 16 hex digits of page
    page        String                 codec(ZSTD(1)),
    url         String                 codec(ZSTD(1)),      -- as crawled
    details     String                 codec(ZSTD(1)),      -- the figure that matters, in words
    related_url String                 codec(ZSTD(1)),      -- the other page of it: a redirect's end, a canonical's target, a twin; '' none
    imported_at DateTime64(3, 'UTC')
)
engine = MergeTree
order by (account_id, site_id, import_id, severity, issue_type, page)
settings non_replicated_deduplication_window = 1000;

-- How strongly the pages of a crawl are linked: one row a ranking that was worked out whole. Rows of page_ranks count only under
-- a ranking_id that stands here.
create table page_rankings (
    account_id      UUID,
    site_id         UUID,
    import_id       UUID,                   -- of the pages
    links_import_id UUID,                   -- of the links; zero: the crawl has none
    ranking_id      UUID,
    method          LowCardinality(String), -- pagerank, or the crawler's own figure: link score, inlinks; '' none of them is known
    pages           UInt64,
    linked_pages    UInt64,                 -- those of them that another one links to
    ranked_at       DateTime64(3, 'UTC')
)
engine = MergeTree
order by (account_id, site_id, import_id, links_import_id, ranked_at);

-- One indexable page of one ranking. What is null is unknown.
create table page_ranks (
    account_id        UUID,
    site_id           UUID,
    import_id         UUID,                               -- of the pages
    links_import_id   UUID,                               -- of the links; zero: the crawl has none
    ranking_id        UUID,
    page_key          UInt64,                             -- cityHash64 of page: a million pages rank as numbers, not as texts
    rank              Nullable(Float64),                  -- share of all pages' rank
    percentile        Nullable(Float64),                  -- share of the other pages that have less
    followed_inlinks  Nullable(UInt32) codec(T64, LZ4),   -- pages that link to it so that search engines follow
    content_inlinks   Nullable(UInt32) codec(T64, LZ4),   -- those of them that do so in their text
    uncounted_inlinks Nullable(UInt32) codec(T64, LZ4),   -- links that do not count: nofollow, or on pages kept out of search
    depth             Nullable(UInt32) codec(T64, LZ4)    -- clicks from the home page
)
engine = MergeTree
order by (account_id, site_id, import_id, ranking_id, page_key);
