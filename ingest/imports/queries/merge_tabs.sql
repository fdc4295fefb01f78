-- One row per URL of a file: its tables' rows joined by normalized address and one spelling of the URL. A
-- value comes from the first table that has it. Rows are read in primary key order, in little memory.
insert into pages (
    account_id, site_id, import_id, page, url, status_code, status, content_type, indexable, indexability_status, title, title_length,
    title_pixels, description, description_length, description_pixels, h1, h1_length, second_h1, h1_count, meta_robots, x_robots_tag,
    canonical, canonical_page, meta_refresh, redirect_url, redirect_page, redirect_type, size_bytes, word_count, crawl_depth, inlinks,
    unique_inlinks, outlinks, link_score, response_seconds, images_without_alt, language, hash, last_modified, crawled_at, own, tab, listed_in, columns,
    search_impressions, search_clicks, sessions, organic_visits
)
select
    {account_id:UUID},
    {site_id:UUID},
    {import_id:UUID},
    page,
    argMin(url, tab),
    argMinIf(status_code, tab, status_code is not null),
    argMinIf(status, tab, status != ''),
    argMinIf(content_type, tab, content_type != ''),
    argMinIf(indexable, tab, indexable is not null),
    argMinIf(indexability_status, tab, indexability_status != ''),
    argMinIf(title, tab, title is not null),
    argMinIf(title_length, tab, title_length is not null),
    argMinIf(title_pixels, tab, title_pixels is not null),
    argMinIf(description, tab, description is not null),
    argMinIf(description_length, tab, description_length is not null),
    argMinIf(description_pixels, tab, description_pixels is not null),
    argMinIf(h1, tab, h1 is not null),
    argMinIf(h1_length, tab, h1_length is not null),
    argMinIf(second_h1, tab, second_h1 is not null),
    argMinIf(h1_count, tab, h1_count is not null),
    argMinIf(meta_robots, tab, meta_robots is not null),
    argMinIf(x_robots_tag, tab, x_robots_tag is not null),
    coalesce(argMinIf(canonical, tab, canonical != ''), any(canonical)),
    argMinIf(canonical_page, tab, canonical != ''),
    argMinIf(meta_refresh, tab, meta_refresh is not null),
    argMinIf(redirect_url, tab, redirect_url != ''),
    argMinIf(redirect_page, tab, redirect_url != ''),
    argMinIf(redirect_type, tab, redirect_url != ''),
    argMinIf(size_bytes, tab, size_bytes is not null),
    argMinIf(word_count, tab, word_count is not null),
    argMinIf(crawl_depth, tab, crawl_depth is not null),
    argMinIf(inlinks, tab, inlinks is not null),
    argMinIf(unique_inlinks, tab, unique_inlinks is not null),
    argMinIf(outlinks, tab, outlinks is not null),
    argMinIf(link_score, tab, link_score is not null),
    argMinIf(response_seconds, tab, response_seconds is not null),
    argMinIf(images_without_alt, tab, images_without_alt is not null),
    argMinIf(language, tab, language != ''),
    argMinIf(hash, tab, hash != ''),
    argMinIf(last_modified, tab, last_modified is not null),
    argMinIf(crawled_at, tab, crawled_at is not null),
    max(own or arrayExists(
        domain -> domainWithoutWWW(page) = domain or endsWith(domainWithoutWWW(page), concat('.', domain)),
        {own_domains:Array(String)})),
    0,
    groupUniqArrayArray(listed_in),
    maxMap(columns),
    argMinIf(search_impressions, tab, search_impressions is not null),
    argMinIf(search_clicks, tab, search_clicks is not null),
    argMinIf(sessions, tab, sessions is not null),
    argMinIf(organic_visits, tab, organic_visits is not null)
from pages
where account_id = {account_id:UUID} and site_id = {site_id:UUID} and import_id = {read_import:UUID}
  and not has({left_out_tabs:Array(UInt16)}, tab)
group by page, decodeURLComponent(url)
settings optimize_aggregation_in_order = 1, max_threads = 2
