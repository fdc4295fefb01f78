-- One row: pages and URLs (as files count them) that two imports share, whether values differ, and whether
-- one has the same second. Times without a time of day are dates, which crawls of one day share.
with theirs as (
    select
        cityHash64(page) as page_hash, url as their_url, crawled_at as their_time, status_code as their_status, title as their_title,
        description as their_description, h1 as their_h1, inlinks as their_inlinks, word_count as their_words, indexable as their_indexable,
        meta_robots as their_robots, canonical as their_canonical, redirect_url as their_target
    from pages
    where account_id = {account_id:UUID} and site_id = {site_id:UUID} and import_id = {other_import:UUID} and own
)
select
    uniqExact(page_hash) as shared,
    uniqExactIf((page_hash, decodeURLComponent(url)), decodeURLComponent(url) = decodeURLComponent(their_url)) as shared_urls,
    countIf(crawled_at = their_time and crawled_at != toStartOfDay(crawled_at)) > 0 as same_second,
    countIf(
        url = their_url
        -- A value that either does not know is null, which is no difference.
        and (status_code != their_status or title != their_title or description != their_description or h1 != their_h1
            or inlinks != their_inlinks or word_count != their_words or indexable != their_indexable or meta_robots != their_robots
            or canonical != their_canonical or redirect_url != '' and their_target != '' and redirect_url != their_target)
    ) > 0 as differs
from (
    select cityHash64(page) as page_hash, url, crawled_at, status_code, title, description, h1, inlinks, word_count, indexable, meta_robots, canonical, redirect_url
    from pages
    where account_id = {account_id:UUID} and site_id = {site_id:UUID} and import_id = {import_id:UUID} and own
) as ours
inner join theirs using (page_hash)
settings max_threads = 2
