-- One row per URL: two imports joined. The newer value wins unless it is unknown (null, or '' in columns
-- without null). Both sides are read in primary key order, so the join needs little memory.
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
    if(older.url != '', older.page, newer.page),
    if(older.url != '', older.url, newer.url),
    coalesce(newer.status_code, older.status_code),
    if(newer.status != '', newer.status, older.status),
    if(newer.content_type != '', newer.content_type, older.content_type),
    coalesce(newer.indexable, older.indexable),
    if(newer.indexability_status != '', newer.indexability_status, older.indexability_status),
    coalesce(newer.title, older.title),
    coalesce(newer.title_length, older.title_length),
    coalesce(newer.title_pixels, older.title_pixels),
    coalesce(newer.description, older.description),
    coalesce(newer.description_length, older.description_length),
    coalesce(newer.description_pixels, older.description_pixels),
    coalesce(newer.h1, older.h1),
    coalesce(newer.h1_length, older.h1_length),
    coalesce(newer.second_h1, older.second_h1),
    coalesce(newer.h1_count, older.h1_count),
    coalesce(newer.meta_robots, older.meta_robots),
    coalesce(newer.x_robots_tag, older.x_robots_tag),
    coalesce(newer.canonical, older.canonical),
    if(newer.canonical is not null, newer.canonical_page, older.canonical_page),
    coalesce(newer.meta_refresh, older.meta_refresh),
    if(newer.redirect_url != '', newer.redirect_url, older.redirect_url),
    if(newer.redirect_url != '', newer.redirect_page, older.redirect_page),
    if(newer.redirect_url != '', newer.redirect_type, older.redirect_type),
    coalesce(newer.size_bytes, older.size_bytes),
    coalesce(newer.word_count, older.word_count),
    coalesce(newer.crawl_depth, older.crawl_depth),
    coalesce(newer.inlinks, older.inlinks),
    coalesce(newer.unique_inlinks, older.unique_inlinks),
    coalesce(newer.outlinks, older.outlinks),
    coalesce(newer.link_score, older.link_score),
    coalesce(newer.response_seconds, older.response_seconds),
    coalesce(newer.images_without_alt, older.images_without_alt),
    if(newer.language != '', newer.language, older.language),
    if(newer.hash != '', newer.hash, older.hash),
    coalesce(newer.last_modified, older.last_modified),
    coalesce(newer.crawled_at, older.crawled_at),
    if(newer.url != '', newer.own, older.own),
    0,
    arrayDistinct(arrayConcat(older.listed_in, newer.listed_in)),
    mapUpdate(older.columns, newer.columns),
    coalesce(newer.search_impressions, older.search_impressions),
    coalesce(newer.search_clicks, older.search_clicks),
    coalesce(newer.sessions, older.sessions),
    coalesce(newer.organic_visits, older.organic_visits)
from (
    select *, decodeURLComponent(url) as spelling
    from pages
    where account_id = {account_id:UUID} and site_id = {site_id:UUID} and import_id = {older_import:UUID}
    order by page, spelling, url
    limit 1 by page, spelling
) as older
full join (
    select *, decodeURLComponent(url) as spelling
    from pages
    where account_id = {account_id:UUID} and site_id = {site_id:UUID} and import_id = {newer_import:UUID}
    order by page, spelling, url
    limit 1 by page, spelling
) as newer on newer.page = older.page and newer.spelling = older.spelling
settings join_algorithm = 'full_sorting_merge', max_threads = 2
