-- One row: whether two imports have a page in common, and whether one that was crawled at the same second. A
-- time without a time of day is a date, which crawls of one day share. Each import is read once.
with theirs as (
    select cityHash64(page) as page_hash, crawled_at as their_time
    from pages
    where account_id = {account_id:UUID} and site_id = {site_id:UUID} and import_id = {other_import:UUID} and own
)
select
    count() > 0 as shares,
    countIf(crawled_at = their_time and crawled_at != toStartOfDay(crawled_at)) > 0 as same_second
from (
    select cityHash64(page) as page_hash, crawled_at
    from pages
    where account_id = {account_id:UUID} and site_id = {site_id:UUID} and import_id = {import_id:UUID} and own
) as ours
inner join theirs using (page_hash)
settings max_threads = 2
