-- One row: a page of the newest crawl of a site. Of several URLs that are the same page, the one that was
-- asked for comes first.
-- uses: pages_current
select
    toString(site_id) as site,
    toString(import_id) as import,
    page,
    url,
    status_code,
    toString(status) as status_words,
    toString(content_type) as content,
    indexable,
    toString(indexability_status) as not_indexable_why,
    title,
    title_length,
    title_pixels,
    description,
    description_length,
    description_pixels,
    h1,
    second_h1,
    h1_count,
    meta_robots,
    x_robots_tag,
    canonical,
    meta_refresh,
    redirect_url,
    toString(redirect_type) as redirect_kind,
    size_bytes,
    word_count,
    crawl_depth,
    inlinks,
    unique_inlinks,
    outlinks,
    link_score,
    response_seconds,
    images_without_alt,
    toString(language) as language_code,
    last_modified,
    crawled_at,
    cast(columns, 'Map(String, String)') as columns_by_header,
    arraySort(arrayMap(name -> toString(name), listed_in)) as filters
from pages_current
where page = {page:String}
order by
    url = {url:String} desc,
    url,
    site
limit 1
