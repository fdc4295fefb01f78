-- One row: one URL of a crawl that came in several files, joined. Of two files that both tell something, the later one in imports
-- counts; what a file does not tell (null, or '' where a column has no null) takes nothing away.
insert into pages (
    account_id, site_id, import_id, page, url, status_code, status, content_type, indexable, indexability_status, title, title_length,
    title_pixels, description, description_length, description_pixels, h1, h1_length, second_h1, h1_count, meta_robots, x_robots_tag,
    canonical, canonical_page, meta_refresh, redirect_url, redirect_page, redirect_type, size_bytes, word_count, crawl_depth, inlinks,
    unique_inlinks, outlinks, link_score, response_seconds, images_without_alt, language, hash, last_modified, crawled_at
)
select
    {account_id:UUID},
    {site_id:UUID},
    {import_id:UUID},
    page,
    url,
    argMax(status_code, part),
    argMaxIf(status, part, status != ''),
    argMaxIf(content_type, part, content_type != ''),
    argMax(indexable, part),
    argMaxIf(indexability_status, part, indexability_status != ''),
    argMax(title, part),
    argMax(title_length, part),
    argMax(title_pixels, part),
    argMax(description, part),
    argMax(description_length, part),
    argMax(description_pixels, part),
    argMax(h1, part),
    argMax(h1_length, part),
    argMax(second_h1, part),
    argMax(h1_count, part),
    argMax(meta_robots, part),
    argMax(x_robots_tag, part),
    argMax(canonical, part),
    argMaxIf(canonical_page, part, canonical is not null),
    argMax(meta_refresh, part),
    argMaxIf(redirect_url, part, redirect_url != ''),
    argMaxIf(redirect_page, part, redirect_url != ''),
    argMaxIf(redirect_type, part, redirect_url != ''),
    argMax(size_bytes, part),
    argMax(word_count, part),
    argMax(crawl_depth, part),
    argMax(inlinks, part),
    argMax(unique_inlinks, part),
    argMax(outlinks, part),
    argMax(link_score, part),
    argMax(response_seconds, part),
    argMax(images_without_alt, part),
    argMaxIf(language, part, language != ''),
    argMaxIf(hash, part, hash != ''),
    argMax(last_modified, part),
    argMax(crawled_at, part)
from (
    select *, indexOf({imports:Array(UUID)}, import_id) as part
    from pages
    where account_id = {account_id:UUID} and site_id = {site_id:UUID} and import_id in {imports:Array(UUID)}
)
group by page, url
settings max_bytes_before_external_group_by = 200000000
